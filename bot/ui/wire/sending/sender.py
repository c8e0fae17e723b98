"""Sends small requests over aiohttp's connections, without the objects that aiohttp makes for each of them.

aiohttp builds an address, headers, a request and a response for every request, which takes longer than
sending it. Here the head of a request is one text, most of which is made once. aiohttp still keeps the
connections, encrypts them and reads what comes.
"""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import aiohttp
import discord
import orjson
from discord.http import Route
from yarl import URL

READ_AT_ONCE = 2**16
CONNECTING = aiohttp.ClientTimeout(total=None, connect=15.0)
LONGEST_SILENCE = 15.0
"""Seconds without a byte from Discord."""
JSON = "application/json"
FINAL = 200
"""Lower statuses announce an answer."""


@dataclass(frozen=True, slots=True)
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


Heard: TypeAlias = Callable[[str, str, Answer], None]
"""Is told of every answer: the method, the path and what was answered."""


class Sender:
    def __init__(self, client: discord.Client) -> None:
        self.on_answer: list[Heard] = []
        self._client = client
        self._base = ""
        self._prefix = ""
        self._head = ""
        self._request: aiohttp.ClientRequest | None = None
        """Stands for all requests where a connection is asked for."""

    async def send(self, method: str, path: str, body: bytes | None = None, *, authorized: bool) -> Answer:
        """Sends one request, once. `path` is what follows the address of the API, already quoted."""
        token = f"Authorization: Bot {self._client.http.token}\r\n" if authorized else ""
        session: aiohttp.ClientSession = self._client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
        if self._client.http.proxy is not None:
            return await self._through_proxy(session, method, path, body, token)
        answer = await self._directly(session, method, path, body, token)
        for each in self.on_answer:
            each(method, path, answer)
        return answer

    async def _directly(
        self, session: aiohttp.ClientSession, method: str, path: str, body: bytes | None, token: str
    ) -> Answer:
        request = self._prepared(session)
        sent = "" if body is None else f"Content-Type: {JSON}\r\nContent-Length: {len(body)}\r\n"
        head = f"{method} {self._prefix}{path} HTTP/1.1\r\n{self._head}{token}{sent}\r\n".encode("ascii")
        assert session.connector is not None  # noqa: S101 - discord.py's session is open
        connection = await session.connector.connect(request, [], CONNECTING)
        try:
            answer = await _exchange(connection, head + (body or b""))
        except BaseException:
            connection.close()
            raise
        connection.release()
        return answer

    async def _through_proxy(
        self, session: aiohttp.ClientSession, method: str, path: str, body: bytes | None, token: str
    ) -> Answer:
        """Leaves all to aiohttp, which tells the listeners of discord.py's session."""
        http = self._client.http
        headers = {"User-Agent": http.user_agent} | ({} if body is None else {"Content-Type": JSON})
        if token:
            headers["Authorization"] = token.partition(": ")[2].strip()
        async with session.request(
            method,
            URL(Route.BASE + path, encoded=True),
            data=body,
            headers=headers,
            timeout=aiohttp.ClientTimeout(total=LONGEST_SILENCE),
            proxy=http.proxy,
            proxy_auth=http.proxy_auth,
        ) as response:
            return Answer(response.status, response.reason or "", response.headers, await response.read())

    def _prepared(self, session: aiohttp.ClientSession) -> aiohttp.ClientRequest:
        """What does not change is made when the first request is sent, or one to another address."""
        if self._request is None or self._base != Route.BASE:
            self._base, url = Route.BASE, URL(Route.BASE)
            self._request = aiohttp.ClientRequest(
                "POST", url, loop=asyncio.get_running_loop(), session=session
            )
            self._prefix = url.raw_path.rstrip("/")
            host = self._request.headers["Host"]
            self._head = f"Host: {host}\r\nUser-Agent: {self._client.http.user_agent}\r\nAccept: */*\r\n"
        return self._request


async def _exchange(connection: Any, request: bytes) -> Answer:
    protocol = connection.protocol
    protocol.set_response_params(read_until_eof=True, read_timeout=LONGEST_SILENCE, read_bufsize=READ_AT_ONCE)
    protocol.transport.write(request)
    protocol.start_timeout()
    message, content = await protocol.read()
    while message.code < FINAL:
        message, content = await protocol.read()
    return Answer(message.code, message.reason, message.headers, await content.read())
