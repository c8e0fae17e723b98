"""A session numbers the events of one shard and keeps them, so that a RESUME can send them again."""

import asyncio
import secrets
from collections import deque
from collections.abc import Iterator

import orjson
from aiohttp import web

from sandbox.gateway.transport import Pack
from sandbox.server.latency import Network
from sandbox.server.outbox import Outbox
from sandbox.wire import Wire
from sandbox.world.feed import Event, Intent
from sandbox.world.snowflake import shard_of

EVENTS_KEPT = 20_000
SHORTEST = 1e-6
"""Seconds between two frames that are on their way, so that they stay in order."""
EVENTS_WITH_CONTENT = frozenset({"MESSAGE_CREATE", "MESSAGE_UPDATE"})
CONTENT_FIELDS = ("content", "embeds", "attachments", "components")


class BotSocket:
    """An open websocket to a bot."""

    def __init__(
        self, websocket: web.WebSocketResponse, request: web.Request, pack: Pack | None, network: Network
    ) -> None:
        self.websocket = websocket
        self._request = request
        self._pack = pack
        self._network = network
        self._last_due = 0.0
        self._closing: asyncio.Task[None] | None = None
        self._outbox = Outbox(self._send)
        self.stop_writing = self._outbox.close

    def put(self, frame: bytes) -> None:
        """Sends a frame when its time on the way is over. No frame overtakes another."""
        loop = asyncio.get_running_loop()
        now, delay = loop.time(), self._network.delay()
        if not delay and now > self._last_due:
            self._outbox.put(frame)
            return
        self._last_due = max(now + delay, self._last_due + SHORTEST)
        loop.call_at(self._last_due, self._outbox.put, frame)

    def put_op(self, op: int, data: object = None) -> None:
        self.put(orjson.dumps({"op": op, "d": data, "s": None, "t": None}))

    def abort(self) -> None:
        """Breaks the connection without a close frame, as a network failure does."""
        self.stop_writing()
        if self._request.transport is not None:
            self._request.transport.abort()

    async def close(self, code: int, reason: str = "") -> None:
        self.stop_writing()
        await self.websocket.close(code=code, message=reason.encode())

    def close_soon(self, code: int, reason: str = "") -> None:
        self._closing = asyncio.create_task(self.close(code, reason))

    async def _send(self, frame: bytes) -> None:
        if self._pack is None:
            await self.websocket.send_str(frame.decode())
        else:
            await self.websocket.send_bytes(self._pack(frame))


class Session:
    def __init__(self, shard: tuple[int, int], intents: int, bot_id: int) -> None:
        self.id = secrets.token_hex(16)
        self.shard = shard
        self.intents = intents
        self.socket: BotSocket | None = None
        self.lost_at: float | None = None
        self._bot_id = str(bot_id)
        self._sequence = 0
        self._events: deque[tuple[int, bytes]] = deque(maxlen=EVENTS_KEPT)

    def wants(self, event: Event) -> bool:
        if event.needs and not event.needs & self.intents:
            return False
        return shard_of(event.guild_id, self.shard[1]) == self.shard[0]

    def send(self, name: str, data: bytes) -> None:
        self._sequence += 1
        frame = b'{"op":0,"s":%d,"t":"%s","d":%s}' % (self._sequence, name.encode(), data)
        self._events.append((self._sequence, frame))
        if self.socket is not None:
            self.socket.put(frame)

    def acknowledge(self, sequence: int | None) -> None:
        """Forgets the events that the bot has confirmed."""
        while sequence is not None and self._events and self._events[0][0] <= sequence:
            self._events.popleft()

    def missed_since(self, sequence: int) -> Iterator[bytes] | None:
        """The frames after this number. Returns None if some of them are no longer kept."""
        if sequence > self._sequence or sequence < self._sequence - len(self._events):
            return None
        return (frame for number, frame in self._events if number > sequence)

    def may_read(self, event: Event) -> bool:
        """Whether the bot sees the text. Without the content intent: its own, and messages that ping it."""
        if (
            event.name not in EVENTS_WITH_CONTENT
            or event.guild_id is None
            or self.intents & Intent.MESSAGE_CONTENT
        ):
            return True
        data = event.data
        return data["author"]["id"] == self._bot_id or any(u["id"] == self._bot_id for u in data["mentions"])


def blanked(message: Wire) -> Wire:
    return message | {key: type(message[key])() for key in CONTENT_FIELDS}
