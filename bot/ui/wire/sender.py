"""Sends the bot's own requests over a session of aiohttp: each at once, and once.

discord.py has another session, for what may wait until its limits take it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeAlias

import aiohttp
import discord
import orjson
from discord.http import Route
from yarl import URL

LONGEST_SILENCE = 15.0
"""Seconds without a byte from Discord."""
JSON = {"Content-Type": "application/json"}

Heard: TypeAlias = Callable[[str, str, aiohttp.ClientResponse, bytes], None]
"""Is told of every answer: the method, the path, the answer and its body."""


@dataclass(frozen=True, slots=True)
class Answer:
    response: aiohttp.ClientResponse
    body: bytes

    @property
    def status(self) -> int:
        return self.response.status

    @property
    def said(self) -> Any:
        """The JSON in it, or a text if it is none."""
        try:
            return orjson.loads(self.body)
        except orjson.JSONDecodeError:
            return self.body.decode(errors="replace")

    @property
    def error(self) -> discord.HTTPException:
        """The error that discord.py would raise."""
        kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
        kind = discord.DiscordServerError if self.status >= 500 else kinds.get(self.status)
        return (kind or discord.HTTPException)(self.response, self.said)


class Sender:
    def __init__(self, client: discord.Client, heard: Heard) -> None:
        self._client = client
        self._heard = heard
        self._session: aiohttp.ClientSession | None = None

    async def send(
        self, method: str, path: str, data: bytes | aiohttp.FormData | None = None, *, authorized: bool
    ) -> Answer:
        """Sends one request. `path` follows the address of the API and is quoted already; bytes are JSON."""
        headers = JSON if isinstance(data, bytes) else {}
        if authorized:
            headers = headers | {"Authorization": f"Bot {self._client.http.token}"}
        url = URL(Route.BASE + path, encoded=True)
        async with self._open().request(method, url, data=data, headers=headers) as response:
            body = await response.read()
        self._heard(method, path, response, body)
        return Answer(response, body)

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    def _open(self) -> aiohttp.ClientSession:
        """The session, which is made when the first request is sent: it needs the running loop."""
        if self._session is None:
            http = self._client.http
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": http.user_agent},
                timeout=patience(),
                proxy=http.proxy,
                proxy_auth=http.proxy_auth,
            )
        return self._session


def patience() -> aiohttp.ClientTimeout:
    """How long a request may hang. One that Discord answers slowly, byte by byte, may take longer."""
    return aiohttp.ClientTimeout(total=None, connect=LONGEST_SILENCE, sock_read=LONGEST_SILENCE)
