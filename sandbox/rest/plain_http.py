"""A plain door for a bot under load: HTTP/1.1 with JSON bodies and nothing else, for a fraction of the work
that a whole web server does on each request. Behind it is the same desk."""

import asyncio
from collections.abc import Iterable, Mapping
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from time import time
from typing import NoReturn, cast
from urllib.parse import parse_qsl, unquote

import orjson

from sandbox.rest.call import Route
from sandbox.rest.pipeline import NO_SUCH_ROUTE, PREFIX, Clerk, Desk, Reply
from sandbox.server.errors import ApiError

HEAD_ENDS = b"\r\n\r\n"
BROKEN = Reply(500, {"message": "500: Internal Server Error", "code": 0}, {})
NO_LENGTH = Reply(411, {"message": "411: Length Required", "code": 0}, {})


class Knock:
    """One request, with what the desk reads of it."""

    def __init__(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> None:
        path, _, query = target.partition("?")
        self.method = method
        self.path = unquote(path)
        self.query: Mapping[str, str] = dict(parse_qsl(query)) if query else {}
        self.match_info: Mapping[str, str] = {}
        self.headers = headers
        self.content_type = headers.get("Content-Type", "").partition(";")[0]
        self.body_exists = bool(body)
        self.transport: asyncio.Transport | None = None
        self._body = body

    async def read(self) -> bytes:
        return self._body

    async def multipart(self) -> NoReturn:
        raise ApiError(415, 0, "The plain door takes no files.")


class Hall:
    """Leads each request to the clerk of its route."""

    def __init__(self, desk: Desk, table: Iterable[Route]) -> None:
        self._clerks: dict[tuple[str, int], list[tuple[list[str], Clerk]]] = {}
        for route in table:
            parts = (PREFIX + route.path).split("/")
            self._clerks.setdefault((route.method, len(parts)), []).append((parts, desk.clerk(route)))

    async def answer(self, knock: Knock) -> Reply | None:
        parts = knock.path.split("/")
        for template, clerk in self._clerks.get((knock.method, len(parts)), ()):
            found = _matched(template, parts)
            if found is not None:
                knock.match_info = found
                return await clerk(knock)
        return NO_SUCH_ROUTE


class Door(asyncio.Protocol):
    """One connection: a request at a time, each answered before the next is read."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._heard = b""
        self._transport: asyncio.Transport | None = None
        self._asked: asyncio.Task[Reply | None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None

    def data_received(self, data: bytes) -> None:
        self._heard += data
        self._listen()

    def _listen(self) -> None:
        end = self._heard.find(HEAD_ENDS)
        if self._asked is not None or end < 0:
            return
        first, *lines = self._heard[:end].decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.title()] = value.strip()
        if "Transfer-Encoding" in headers:
            self._leave(NO_LENGTH)
            return
        begin = end + len(HEAD_ENDS)
        finish = begin + int(headers.get("Content-Length", 0))
        if len(self._heard) < finish:
            return
        method, target, _ = first.split(" ")
        knock = Knock(method, target, headers, self._heard[begin:finish])
        knock.transport = self._transport
        self._heard = self._heard[finish:]
        self._asked = asyncio.create_task(self._hall.answer(knock))
        self._asked.add_done_callback(self._say)

    def _say(self, answered: "asyncio.Task[Reply | None]") -> None:
        self._asked = None
        if self._transport is None:
            return
        reply = None if answered.exception() else answered.result()
        if reply is None:
            self._leave(BROKEN)
            return
        self._transport.write(written(reply))
        self._listen()

    def _leave(self, reply: Reply) -> None:
        if self._transport is not None:
            self._transport.write(written(reply))
            self._transport.close()


def written(reply: Reply) -> bytes:
    body = b"" if reply.status == 204 else orjson.dumps(reply.body)
    lines = [f"HTTP/1.1 {reply.status} {HTTPStatus(reply.status).phrase}", f"Date: {_date(int(time()))}"]
    lines += [f"{name}: {value}" for name, value in reply.headers.items()]
    if reply.status != 204:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


@lru_cache(maxsize=1)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)


def _matched(template: list[str], parts: list[str]) -> dict[str, str] | None:
    found = {}
    for expected, part in zip(template, parts, strict=True):
        if expected.startswith("{") and part:
            found[expected[1:-1]] = part
        elif expected != part:
            return None
    return found
