"""A link to a server for reads. Every question of the bot makes one, so it does no more than it has to."""

from contextlib import AbstractAsyncContextManager
from types import TracebackType

from sqlalchemy import Engine

from bot.database.link import Link, ServerLink
from bot.database.postgres.connection import Connection
from bot.database.postgres.engine import ServerConnection
from bot.database.postgres.links import Links
from bot.database.prepared import Compiler
from bot.database.usage import Usage


class Reading:
    """Each statement is a transaction of its own, which saves the requests for BEGIN and COMMIT. Prepared
    ones share a connection, and so do all others; both are taken when they are needed."""

    def __init__(
        self, usage: Usage, links: Links, plain: Engine, compiler: Compiler, limit: float | None
    ) -> None:
        self._usage = usage
        self._links = links
        self._plain = plain
        self._lent: Connection | None = None
        self._connected: AbstractAsyncContextManager[ServerConnection] | None = None
        self._link = ServerLink(self._borrow, self._connect, compiler, limit)

    async def __aenter__(self) -> Link:
        self._usage.__enter__()
        return self._link

    async def __aexit__(
        self, kind: type[BaseException] | None, problem: BaseException | None, trace: TracebackType | None
    ) -> None:
        try:
            if self._connected is not None:
                await self._connected.__aexit__(kind, problem, trace)
        finally:
            if self._lent is not None:
                self._links.take_back(self._lent, problem)
            self._usage.__exit__()

    async def _borrow(self) -> Connection:
        self._lent = await self._links.lend()
        return self._lent

    async def _connect(self) -> ServerConnection:
        entering = self._links.connected(self._plain)
        connection = await entering.__aenter__()
        self._connected = entering
        return connection
