"""The one port of several processes: a web server as small as /health and /metrics need."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from http import HTTPStatus
from typing import NamedTuple, TypeAlias

PATIENCE = 10.0
"""Seconds within which somebody who connects has to ask."""
LONGEST_QUESTION = 2**14


class Page(NamedTuple):
    status: HTTPStatus
    content_type: str
    text: str


Pages: TypeAlias = Mapping[str, Callable[[], Awaitable[Page]]]


class Port:
    def __init__(self, pages: Pages) -> None:
        """`pages` are what is shown at each path."""
        self._pages = pages
        self._server: asyncio.Server | None = None

    async def open(self, host: str, port: int) -> None:
        self._server = await asyncio.start_server(self._serve, host, port, limit=LONGEST_QUESTION)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()

    @property
    def number(self) -> int:
        """The port that was opened, also when it was 0 that was asked for."""
        return int(self._server.sockets[0].getsockname()[1]) if self._server is not None else 0

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answers one question, whatever else is sent, and hangs up."""
        with suppress(OSError, TimeoutError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            async with asyncio.timeout(PATIENCE):
                question = await reader.readuntil(b"\r\n\r\n")
            writer.write(answer_to(question, await self._page(question)))
            await writer.drain()
        writer.close()

    async def _page(self, question: bytes) -> Page:
        method, path = _asked(question)
        page = self._pages.get(path)
        if page is None:
            return in_json({"trouble": f"There are only {' and '.join(self._pages)}."}, HTTPStatus.NOT_FOUND)
        if method not in {"GET", "HEAD"}:
            return in_json({"trouble": "This can only be read."}, HTTPStatus.METHOD_NOT_ALLOWED)
        return await page()


def in_json(said: object, status: HTTPStatus) -> Page:
    return Page(status, "application/json; charset=utf-8", json.dumps(said))


def answer_to(question: bytes, page: Page) -> bytes:
    """Whoever asks for the heading alone gets no more."""
    body = page.text.encode()
    heading = (
        f"HTTP/1.1 {page.status.value} {page.status.phrase}\r\n"
        f"Content-Type: {page.content_type}\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
    )
    return heading.encode() + (b"" if _asked(question)[0] == "HEAD" else body)


def _asked(question: bytes) -> tuple[str, str]:
    """The method, and the path without what follows a question mark."""
    method, _, rest = question.decode("latin-1").partition("\r\n")[0].partition(" ")
    return method, rest.partition(" ")[0].partition("?")[0]
