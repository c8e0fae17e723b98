"""One connection of a bot to the gateway, from HELLO to its close."""

import asyncio
from typing import Any

import orjson
from aiohttp import WSMsgType, web

from sandbox.gateway.closing import CloseWith, SendLimit
from sandbox.gateway.gateway import INVALID_SESSION, PRIVILEGED, Gateway
from sandbox.gateway.members import send_members
from sandbox.gateway.session import BotSocket, Session
from sandbox.gateway.transport import packer
from sandbox.wire import Wire

HEARTBEAT, IDENTIFY, PRESENCE, VOICE_STATE, RESUME = 1, 2, 3, 4, 6
REQUEST_MEMBERS, HELLO, HEARTBEAT_ACK = 8, 10, 11
ACK_DELAY = 0.005
KNOWN_INTENTS = (1 << 26) - 1
LARGEST_FRAME = 15 * 1024
CLOSE_TIMEOUT = 1.0


class BotConnection:
    def __init__(self, gateway: Gateway) -> None:
        self._gateway = gateway
        self._session: Session | None = None
        self._sends = SendLimit(gateway.world.clock, gateway.limits)

    async def serve(self, request: web.Request) -> web.StreamResponse:
        websocket = web.WebSocketResponse(timeout=CLOSE_TIMEOUT, max_msg_size=LARGEST_FRAME, compress=False)
        await websocket.prepare(request)
        socket = BotSocket(websocket, request, packer(request.query.get("compress")), self._gateway.network)
        try:
            await self._read_frames(request, socket)
        except CloseWith as close:
            await socket.close(close.code, close.reason)
        finally:
            socket.stop_writing()
            if self._session is not None:
                self._gateway.lose(self._session, socket)
                if websocket.close_code in {1000, 1001}:
                    self._gateway.end(self._session)
        return websocket

    async def _read_frames(self, request: web.Request, socket: BotSocket) -> None:
        if request.query.get("v") != "10" or request.query.get("encoding", "json") != "json":
            raise CloseWith(4012, "Invalid API version.")
        interval = self._gateway.heartbeat_interval
        socket.put_op(HELLO, {"heartbeat_interval": int(interval * 1000)})
        while True:
            try:
                message = await socket.websocket.receive(timeout=interval * 1.5)
            except TimeoutError:
                raise CloseWith(4009, "Session timed out.") from None
            if message.type not in {WSMsgType.TEXT, WSMsgType.BINARY}:
                return
            self._handle(socket, _decode(message.data))

    def _handle(self, socket: BotSocket, frame: Wire) -> None:
        self._sends.count()
        op, data = frame.get("op"), frame.get("d")
        if op == HEARTBEAT:
            self._heartbeat(socket, data)
        elif op == IDENTIFY:
            self._identify(socket, _object(data))
        elif op == RESUME:
            self._resume(socket, _object(data))
        elif op not in {PRESENCE, VOICE_STATE, REQUEST_MEMBERS}:
            raise CloseWith(4001, "Unknown opcode.")
        elif self._session is None:
            raise CloseWith(4003, "Not authenticated.")
        elif op == REQUEST_MEMBERS and self._gateway.answers_question():
            send_members(self._gateway.world, self._session, _object(data))

    def _heartbeat(self, socket: BotSocket, data: Any) -> None:
        sequence = data.get("seq") if isinstance(data, dict) else data
        if self._session is not None:
            self._session.acknowledge(sequence if isinstance(sequence, int) else None)
        # If the acknowledgement comes at the same instant, discord.py warns that it can't keep up.
        asyncio.get_running_loop().call_later(ACK_DELAY, socket.put_op, HEARTBEAT_ACK)

    def _identify(self, socket: BotSocket, data: Wire) -> None:
        if self._session is not None:
            raise CloseWith(4005, "Already authenticated.")
        self._check_token(data)
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~KNOWN_INTENTS:
            raise CloseWith(4013, "Invalid intent(s).")
        if intents & PRIVILEGED and not self._gateway.grants_privileged:
            raise CloseWith(4014, "Disallowed intent(s).")
        shard = _shard(data.get("shard", [0, 1]))
        if not self._gateway.starts.count():
            self._gateway.reset_token()
            raise CloseWith(4004, "Authentication failed.")
        if self._gateway.starts.take_turn(shard[0]):
            self._session = self._gateway.begin(socket, shard, intents)
        else:
            socket.put_op(INVALID_SESSION, data=False)

    def _resume(self, socket: BotSocket, data: Wire) -> None:
        if self._session is not None:
            raise CloseWith(4005, "Already authenticated.")
        self._check_token(data)
        session_id, sequence = data.get("session_id"), data.get("seq")
        if not isinstance(session_id, str) or not isinstance(sequence, int):
            raise CloseWith(4002, "Error while decoding payload.")
        self._session = self._gateway.resume(socket, session_id, sequence)
        if self._session is None:
            socket.put_op(INVALID_SESSION, data=False)

    def _check_token(self, data: Wire) -> None:
        if data.get("token") != self._gateway.token:
            raise CloseWith(4004, "Authentication failed.")


def _decode(raw: str | bytes) -> Wire:
    try:
        return _object(orjson.loads(raw))
    except orjson.JSONDecodeError:
        raise CloseWith(4002, "Error while decoding payload.") from None


def _object(data: Any) -> Wire:
    if not isinstance(data, dict):
        raise CloseWith(4002, "Error while decoding payload.")
    return data


def _shard(value: Any) -> tuple[int, int]:
    match value:
        case [int(number), int(count)] if 0 <= number < count:
            return number, count
    raise CloseWith(4010, "Invalid shard.")
