"""Sends small requests over aiohttp's connections, without the objects that aiohttp makes for each of them.

aiohttp builds an address, headers, a request and a response for every request, which takes longer than
sending it. Here the head of a request is one text, most of which is made once. aiohttp still makes the
connections, encrypts them and parses what comes.
"""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

import aiohttp
import discord
from discord.http import Route
from yarl import URL

from bot.ui.wire.sending.connection import LONGEST_SILENCE, Answer, DiscordConnection

CONNECTING = aiohttp.ClientTimeout(total=None, connect=15.0)
JSON, AUTHORIZATION = "application/json", "Authorization"

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
        self._free: list[DiscordConnection] = []
        """The connections that nobody uses; the last one was used last."""

    async def send(self, method: str, path: str, body: bytes | None = None, *, authorized: bool) -> Answer:
        """Sends one request, once. `path` is what follows the address of the API, already quoted."""
        http = self._client.http
        token = f"{AUTHORIZATION}: Bot {http.token}\r\n" if authorized else ""
        session: aiohttp.ClientSession = http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
        if http.proxy is not None:
            return await self._through_proxy(session, method, path, body, token)
        request = self._request_of(session, method, path, body, token)
        connection = self._take() or await self._connect(session)
        answer = await connection.send(request)
        if connection.is_open:
            self._free.append(connection)
        for each in self.on_answer:
            each(method, path, answer)
        return answer

    def _request_of(
        self, session: aiohttp.ClientSession, method: str, path: str, body: bytes | None, token: str
    ) -> bytes:
        self._prepare(session)
        sent = "" if body is None else f"Content-Type: {JSON}\r\nContent-Length: {len(body)}\r\n"
        head = f"{method} {self._prefix}{path} HTTP/1.1\r\n{self._head}{token}{sent}\r\n".encode("ascii")
        return head + body if body else head

    def _take(self) -> DiscordConnection | None:
        while self._free:
            if (connection := self._free.pop()).is_open:
                return connection
        return None

    async def _connect(self, session: aiohttp.ClientSession) -> DiscordConnection:
        assert session.connector is not None  # noqa: S101 - discord.py's session is open
        request = self._prepare(session)
        return DiscordConnection(await session.connector.connect(request, [], CONNECTING), self._forget)

    def _forget(self, connection: DiscordConnection) -> None:
        if connection in self._free:
            self._free.remove(connection)

    async def _through_proxy(
        self, session: aiohttp.ClientSession, method: str, path: str, body: bytes | None, token: str
    ) -> Answer:
        """Leaves all to aiohttp, which tells the listeners of discord.py's session."""
        http = self._client.http
        headers = {"User-Agent": http.user_agent} | ({} if body is None else {"Content-Type": JSON})
        if token:
            headers[AUTHORIZATION] = token.partition(": ")[2].strip()
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

    def _prepare(self, session: aiohttp.ClientSession) -> aiohttp.ClientRequest:
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
