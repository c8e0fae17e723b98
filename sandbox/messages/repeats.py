"""Remembers the nonces of messages, and how often old messages and announcements were edited."""

from collections import deque

from sandbox.server.ratelimit import RateLimits, rate_limited
from sandbox.wire import Wire
from sandbox.world.channel import Channel
from sandbox.world.clock import Clock
from sandbox.world.entities import Message

NONCE_LIVES = 300.0
NONCES_KEPT = 10_000
OLD_AFTER = 3600.0
OLD_EDITS, OLD_EDITS_PER = 3, 6.0
OLD_TEXT = "Maximum number of edits to messages older than 1 hour reached. Try again later"
ANNOUNCEMENTS = 5
PUBLISHED_EDITS, PUBLISHED_EDITS_PER = 3, 3600.0
PUBLISHED_TEXT = "The write action you are performing on the channel has hit the write rate limit."


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
    """Limits how often messages that are more than an hour old can be edited, counted per channel.

    The headers still tell of the channel's bucket, in which requests are left. Nobody outside Discord knows
    the scope, so it is "user": then these answers count as invalid requests.
    """

    def __init__(self, clock: Clock, limits: RateLimits) -> None:
        self._clock = clock
        self._limits = limits
        self._times = Times()

    def count(self, message: Message) -> None:
        now, per = self._clock.now(), self._limits.scaled(OLD_EDITS_PER)
        if now - message.sent_at < OLD_AFTER:
            return
        wait = self._times.add(message.channel_id, now, OLD_EDITS, per)
        if wait:
            raise rate_limited(wait, "user", 30046, OLD_TEXT)


class AnnouncementEdits:
    """Limits how often messages in an announcement channel can be edited: three times an hour in a channel.

    Discord says so of published messages only, and people have met it with others too. The header
    `Retry-After` names the wait of the ordinary bucket, and only the body the true one, as seen on Discord.
    The hour is an hour of the sandbox's clock at every speed.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._times = Times()

    def count(self, channel: Channel) -> None:
        if channel.type.value != ANNOUNCEMENTS:
            return
        wait = self._times.add(channel.id, self._clock.now(), PUBLISHED_EDITS, PUBLISHED_EDITS_PER)
        if wait:
            error = rate_limited(wait, "shared", 20028, PUBLISHED_TEXT)
            error.headers["Retry-After"] = "1"
            raise error


class Times:
    """When something was done, by the id of a channel."""

    def __init__(self) -> None:
        self._times: dict[int, deque[float]] = {}

    def add(self, place: int, now: float, most: int, per: float) -> float:
        """Notes the time, and returns 0. Or notes nothing and returns how long one has to wait."""
        times = self._times.setdefault(place, deque())
        while times and times[0] <= now - per:
            times.popleft()
        if len(times) >= most:
            return times[0] + per - now
        times.append(now)
        return 0.0
