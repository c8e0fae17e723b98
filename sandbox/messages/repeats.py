"""Remembers the nonces of messages, and how often old messages were edited."""

from collections import deque

from sandbox.server.ratelimit import rate_limited
from sandbox.wire import Wire
from sandbox.world.clock import Clock
from sandbox.world.entities import Message

NONCE_LIVES = 300.0
NONCES_KEPT = 10_000
OLD_AFTER = 3600.0
OLD_EDITS, OLD_EDITS_PER = 3, 6.0


class Nonces:
    """Finds repeated requests: with `enforce_nonce`, the same nonce gives the first message again."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._messages: dict[tuple[int, str], Message] = {}

    def seen(self, channel_id: int, body: Wire) -> Message | None:
        message = self._messages.get((channel_id, str(body.get("nonce"))))
        if not body.get("enforce_nonce") or message is None:
            return None
        return message if self._clock.now() - message.sent_at < NONCE_LIVES else None

    def remember(self, channel_id: int, body: Wire, message: Message) -> None:
        if body.get("nonce") is None:
            return
        message.wire["nonce"] = body["nonce"]
        self._messages[channel_id, str(body["nonce"])] = message
        if len(self._messages) > NONCES_KEPT:
            del self._messages[next(iter(self._messages))]


class OldEdits:
    """Limits how often messages that are more than an hour old can be edited."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._times: dict[int, deque[float]] = {}

    def count(self, message: Message) -> None:
        now = self._clock.now()
        if now - message.sent_at < OLD_AFTER:
            return
        times = self._times.setdefault(message.channel_id, deque())
        while times and times[0] <= now - OLD_EDITS_PER:
            times.popleft()
        if len(times) >= OLD_EDITS:
            text = "Maximum number of edits to messages older than 1 hour reached. Try again later"
            raise rate_limited(times[0] + OLD_EDITS_PER - now, "shared", 30046, text)
        times.append(now)
