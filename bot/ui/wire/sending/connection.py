"""A connection that aiohttp has made, over which requests go one after the other."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import aiohttp
import orjson
from aiohttp.base_protocol import BaseProtocol
from aiohttp.connector import Connection
from aiohttp.http import HttpProcessingError, HttpResponseParser

LONGEST_SILENCE = 15.0
"""Seconds without a byte from Discord, and for which a connection is kept that nobody uses."""
LONGEST_ANSWER = 2**24
"""Bytes. Reading is not paused before that."""
FINAL = 200
"""Lower statuses announce an answer."""


@dataclass(slots=True)
class Answer:
    """What Discord has answered. discord.py's errors are made of it."""

    status: int
    reason: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def said(self) -> Any:
        """The JSON in it, or a text if it is none."""
        try:
            return orjson.loads(self.body)
        except orjson.JSONDecodeError:
            return self.body.decode(errors="replace")

    async def text(self, encoding: str) -> str:
        """As discord.py asks for it."""
        return self.body.decode(encoding)


class DiscordConnection(BaseProtocol):
    """Takes the place of aiohttp's own protocol, which makes a parser, a queue and two timers for each
    answer. The parser is aiohttp's."""

    __slots__ = ("_answer", "_given", "_handler", "_heard", "_message", "_on_close", "_payload", "_timer")
    _parser: Any
    _handler: Any

    def __init__(self, given: Connection, on_close: Callable[["DiscordConnection"], None]) -> None:
        """`on_close` is called once, when the connection can't be used any more."""
        loop = asyncio.get_running_loop()
        super().__init__(loop)
        self._given, self._on_close = given, on_close
        self._handler = given.protocol
        self._answer: asyncio.Future[Answer] | None = None
        self._message: Any = None
        self._payload: Any = None
        self._parser = HttpResponseParser(
            self, loop, LONGEST_ANSWER, response_with_body=True, read_until_eof=True
        )
        self.transport = self._handler.transport
        if self.transport is not None:
            self.transport.set_protocol(self)
        self._heard = loop.time()
        self._timer = loop.call_later(LONGEST_SILENCE, self._look)

    @property
    def is_open(self) -> bool:
        return self.transport is not None and not self.transport.is_closing()

    async def send(self, request: bytes) -> Answer:
        """Sends one request; the next one may follow when this returns."""
        if self.transport is None:
            raise aiohttp.ClientConnectionResetError("Connection lost")
        self._answer = self._loop.create_future()
        self._heard = self._loop.time()
        self.transport.write(request)
        try:
            return await self._answer
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        if self.transport is not None:
            self.transport.close()

    def data_received(self, data: bytes) -> None:
        self._heard = self._loop.time()
        try:
            messages, _, _ = self._parser.feed_data(data)
        except Exception as error:
            self._fail(aiohttp.ClientPayloadError(f"Discord's answer can't be read ({error})"))
            return
        for message, payload in messages:
            if message.code >= FINAL:
                self._message, self._payload = message, payload
        if self._payload is not None and self._payload.is_eof():
            self._end()

    def resume_reading(self, resume_parser: bool = True) -> None:  # noqa: FBT001, FBT002 - aiohttp's
        """It is never paused."""

    def connection_lost(self, exc: BaseException | None) -> None:
        """An answer without a length ends here. If one with a length is cut off, the parser raises."""
        self._timer.cancel()
        if self._payload is not None:
            with suppress(HttpProcessingError):
                self._parser.feed_eof()
                self._end()
        self._fail(aiohttp.ServerDisconnectedError() if exc is None else aiohttp.ClientOSError(*exc.args))
        super().connection_lost(exc)
        self._handler.connection_lost(exc)
        self._given.close()
        self._on_close(self)

    def _end(self) -> None:
        message, body = self._message, self._payload.read_nowait()
        self._message = self._payload = None
        if message.should_close:
            self.close()
        if self._answer is not None and not self._answer.done():
            self._answer.set_result(Answer(message.code, message.reason, message.headers, body))
        self._answer = None

    def _fail(self, error: Exception) -> None:
        if self._answer is not None and not self._answer.done():
            self._answer.set_exception(error)
        self._answer = None
        self.close()

    def _look(self) -> None:
        """One timer for all requests: it is set anew if somebody was heard meanwhile."""
        left = self._heard + LONGEST_SILENCE - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        else:
            self._fail(aiohttp.SocketTimeoutError("Timeout on reading data from socket"))
