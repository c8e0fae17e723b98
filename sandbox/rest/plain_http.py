"""A small HTTP/1.1 server for load tests. It reads only JSON bodies and uses the same pipeline.

It does a fraction of the work that aiohttp's server does for each request.
"""

import asyncio
from collections.abc import Iterable, Mapping
from email.utils import formatdate
from functools import lru_cache
from http import HTTPStatus
from time import time
from typing import NoReturn, cast
from urllib.parse import parse_qsl, unquote

from sandbox.rest.call import Route
from sandbox.rest.pipeline import NO_SUCH_ROUTE, PREFIX, Endpoint, Pipeline, Response, encoded_body
from sandbox.server.errors import ApiError

END_OF_HEADERS = b"\r\n\r\n"
SERVER_ERROR = Response(500, {"message": "500: Internal Server Error", "code": 0}, {})
LENGTH_REQUIRED = Response(411, {"message": "411: Length Required", "code": 0}, {})


class PlainRequest:
    """An HTTP request with a complete body."""

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
        raise ApiError(415, 0, "The plain HTTP server takes no files.")


class Router:
    """Passes each request to the endpoint of its route."""

    def __init__(self, pipeline: Pipeline, table: Iterable[Route]) -> None:
        self._endpoints: dict[tuple[str, int], list[tuple[list[str], Endpoint]]] = {}
        for route in table:
            parts = (PREFIX + route.path).split("/")
            candidates = self._endpoints.setdefault((route.method, len(parts)), [])
            candidates.append((parts, pipeline.endpoint(route)))

    async def answer(self, request: PlainRequest) -> Response | None:
        parts = request.path.split("/")
        for template, endpoint in self._endpoints.get((request.method, len(parts)), ()):
            values = _matched(template, parts)
            if values is not None:
                request.match_info = values
                return await endpoint(request)
        return NO_SUCH_ROUTE


class PlainConnection(asyncio.Protocol):
    """A connection of a bot. It answers each request before it reads the next."""

    def __init__(self, router: Router) -> None:
        self._router = router
        self._received = b""
        self._transport: asyncio.Transport | None = None
        self._answering: asyncio.Task[Response | None] | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def connection_lost(self, _: Exception | None) -> None:
        self._transport = None

    def data_received(self, data: bytes) -> None:
        self._received += data
        self._read_request()

    def _read_request(self) -> None:
        end = self._received.find(END_OF_HEADERS)
        if self._answering is not None or end < 0:
            return
        first, *lines = self._received[:end].decode("latin-1").split("\r\n")
        headers = {}
        for line in lines:
            name, _, value = line.partition(":")
            headers[name.title()] = value.strip()
        if "Transfer-Encoding" in headers:
            self._respond_and_close(LENGTH_REQUIRED)
            return
        begin = end + len(END_OF_HEADERS)
        finish = begin + int(headers.get("Content-Length", 0))
        if len(self._received) < finish:
            return
        method, target, _ = first.split(" ")
        request = PlainRequest(method, target, headers, self._received[begin:finish])
        request.transport = self._transport
        self._received = self._received[finish:]
        self._answering = asyncio.create_task(self._router.answer(request))
        self._answering.add_done_callback(self._respond)

    def _respond(self, answered: "asyncio.Task[Response | None]") -> None:
        self._answering = None
        if self._transport is None:
            return
        response = None if answered.exception() else answered.result()
        if response is None:
            self._respond_and_close(SERVER_ERROR)
            return
        self._transport.write(encoded(response))
        self._read_request()

    def _respond_and_close(self, response: Response) -> None:
        if self._transport is not None:
            self._transport.write(encoded(response))
            self._transport.close()


def encoded(response: Response) -> bytes:
    body, kind = (b"", "") if response.status == 204 else encoded_body(response)
    lines = [
        f"HTTP/1.1 {response.status} {HTTPStatus(response.status).phrase}",
        f"Date: {_date(int(time()))}",
    ]
    lines += [f"{name}: {value}" for name, value in response.headers.items()]
    if response.status != 204:
        lines += [f"Content-Type: {kind}", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


@lru_cache(maxsize=1)
def _date(second: int) -> str:
    return formatdate(second, usegmt=True)


def _matched(template: list[str], parts: list[str]) -> dict[str, str] | None:
    values = {}
    for expected, part in zip(template, parts, strict=True):
        if expected.startswith("{") and part:
            values[expected[1:-1]] = part
        elif expected != part:
            return None
    return values
