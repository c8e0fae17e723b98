"""Lets discord.py's own requests go through `Sender`. It goes on to keep its limits, and to try again."""

from types import TracebackType
from typing import Any

import aiohttp
from discord.http import Route

from bot.ui.wire.sending.connection import Answer
from bot.ui.wire.sending.gateway_socket import GatewaySocket
from bot.ui.wire.sending.sender import AUTHORIZATION, Sender

USUAL = {"User-Agent", AUTHORIZATION, "Content-Type"}
"""The headers that `Sender` writes by itself."""


class Session:
    """Stands in the place of discord.py's session, which still has the rest: what is more than a request with
    JSON, websockets, and the connections."""

    def __init__(self, session: aiohttp.ClientSession, sender: Sender) -> None:
        self._session = session
        self._sender = sender

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def request(self, method: str, url: str, **more: Any) -> Any:
        """What discord.py enters to have the response."""
        headers, data = more.get("headers") or {}, more.get("data")
        is_plain = more.keys() <= {"headers", "data"} and headers.keys() <= USUAL
        if not is_plain or not isinstance(data, str | None) or not url.startswith(Route.BASE):
            return self._session.request(method, url, **more)
        body = None if data is None else data.encode()
        return Exchange(self._sender, method, url.removeprefix(Route.BASE), body, AUTHORIZATION in headers)


class Exchange:
    """One request, which begins when it is entered."""

    def __init__(self, sender: Sender, method: str, path: str, body: bytes | None, authorized: bool) -> None:  # noqa: FBT001
        self._sending = sender.send(method, path, body, authorized=authorized)

    async def __aenter__(self) -> Answer:
        return await self._sending

    async def __aexit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        """The answer has been read by now."""


def take_over(client: Any, sender: Sender) -> None:
    """From now on; the next connection to the gateway too."""
    session = client.http._HTTPClient__session  # noqa: SLF001
    session._ws_response_class = GatewaySocket  # noqa: SLF001
    client.http._HTTPClient__session = Session(session, sender)  # noqa: SLF001
