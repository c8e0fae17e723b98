"""Sends the bot's own requests over a session of aiohttp, each at once, and reads what Discord answers.

discord.py has another session, for what may wait: it sends a request as it was before the wait, and a board
has to show what is true when it is sent. For answers to presses, discord.py wants its own views and builds
messages; the adapter below that, which takes JSON, is one more part that its documentation does not describe.
"""

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, TypeAlias

import aiohttp
import discord
import orjson
from discord.http import Route
from yarl import URL

from bot.about import NAME, VERSION

USER_AGENT = f"DiscordBot ({NAME}, {VERSION}) aiohttp/{aiohttp.__version__}"
"""Discord wants the first word, an address or a name, and a version."""
LONGEST_SILENCE = 15.0
"""Seconds without a byte from Discord."""
JSON = {"Content-Type": "application/json"}
PURPOSE = ContextVar[object]("PURPOSE", default="a request")
"""What the requests of a task are for, as the log names it."""
REFUSED, TOO_MANY, FAILED = 400, 429, 500
"""Statuses of HTTP. From the first on the request was wrong, from the last on Discord has failed."""


class Code(IntEnum):
    """The error codes of Discord that have a planned answer."""

    NOT_AN_ERROR_BODY = 0
    """Discord did not even recognise the address."""
    UNKNOWN_CHANNEL = 10003
    UNKNOWN_MESSAGE = 10008
    UNKNOWN_WEBHOOK = 10015
    UNKNOWN_INTERACTION = 10062
    """The answer came too late, or the token was never one."""
    TOO_MANY_EMOJI = 30008
    """The application has as many emoji as it may have."""
    TOO_MANY_EDITS = 30046
    """A message older than an hour takes only few edits."""
    ALREADY_ANSWERED = 40060
    MISSING_ACCESS = 50001
    CLOSED_DMS = 50007
    """The person takes no direct messages from the bot."""
    INVALID_BODY = 50035
    ARCHIVED = 50083
    """The thread is archived."""
    NO_SHARED_SERVER = 50278
    """The person shares no server with the bot, so it can't write to them."""
    HAS_THREAD = 160004
    """A message can have one thread."""
    LOCKED = 160005
    TOO_MANY_THREADS = 160006


SHUT = frozenset({Code.ARCHIVED, Code.LOCKED})
"""The thread takes neither messages nor edits, for now."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for one request."""

    response: aiohttp.ClientResponse
    body: bytes

    @property
    def status(self) -> int:
        return self.response.status

    @property
    def is_fine(self) -> bool:
        return self.status < 300

    @property
    def said(self) -> Any:
        """The JSON in it, or a text if it is none."""
        try:
            return orjson.loads(self.body)
        except orjson.JSONDecodeError:
            return self.body.decode(errors="replace")

    @property
    def problem(self) -> dict[str, Any]:
        """What Discord says about an error; nothing, if somebody else speaks for it."""
        said = self.said
        return said if isinstance(said, dict) else {}

    @property
    def is_ban(self) -> bool:
        """Whether Cloudflare, in front of Discord, shuts out this address."""
        is_discords = "Via" in self.response.headers and "retry_after" in self.problem
        return self.status == TOO_MANY and not is_discords

    @property
    def error(self) -> discord.HTTPException:
        """The error that discord.py would raise."""
        kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
        kind = discord.DiscordServerError if self.status >= FAILED else kinds.get(self.status)
        return (kind or discord.HTTPException)(self.response, self.said)


Heard: TypeAlias = Callable[[str, str, Answer], None]
"""Is told of every answer: the method and the path of the request, and what came back."""


class Sender:
    def __init__(self, token: str, heard: Heard) -> None:
        self._token = token
        self._heard = heard
        self._session: aiohttp.ClientSession | None = None

    async def send(
        self, method: str, path: str, data: bytes | aiohttp.FormData | None = None, *, authorized: bool
    ) -> Answer:
        """Sends one request. `path` follows the address of the API and is quoted already; bytes are JSON."""
        headers = JSON if isinstance(data, bytes) else {}
        if authorized:
            headers = headers | {"Authorization": f"Bot {self._token}"}
        url = URL(Route.BASE + path, encoded=True)
        async with self._open().request(method, url, data=data, headers=headers) as response:
            answer = Answer(response, await response.read())
        self._heard(method, path, answer)
        return answer

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    def _open(self) -> aiohttp.ClientSession:
        """The session, which is made when the first request is sent: it needs the running loop."""
        if self._session is None:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=0),
                cookie_jar=aiohttp.DummyCookieJar(),
                headers={"User-Agent": USER_AGENT},
                timeout=patience(),
            )
        return self._session


def patience() -> aiohttp.ClientTimeout:
    """How long a request may hang. One that Discord answers slowly, byte by byte, may take longer."""
    return aiohttp.ClientTimeout(total=None, connect=LONGEST_SILENCE, sock_read=LONGEST_SILENCE)
