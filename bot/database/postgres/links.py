"""The connections of one process to a server: how they are made, kept for the next one, and given up."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakSet

import asyncpg
from sqlalchemy import Engine, Executable, event
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.pool import ConnectionPoolEntry

from bot.database.postgres import reach
from bot.database.postgres.address import Address
from bot.database.postgres.connection import Connection, connect, is_lost
from bot.database.postgres.engine import ServerConnection, dispose, new_engine
from bot.database.postgres.reach import Reach
from bot.database.sql import NOTHING, Compiler, Rows, Values

BORROWED = 8
"""At most as many connections without SQLAlchemy."""
POOLED, POOLED_LONG = (4, 4), (2, 3)
"""With SQLAlchemy, kept ones and others: for quick statements, and for those that may take long."""
LIMIT, LONG_LIMIT, MIGRATION_LIMIT = 2.0, 30.0, 600.0
"""Seconds that one statement may take: while somebody waits for an answer, in long work beside that, and
while nobody plays."""
STRANDED = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid = ANY($1::integer[]) AND application_name = $2 AND pid <> pg_backend_pid()
"""
ENDING, PAUSE = 0.5, 0.02
"""Seconds for which the server's processes behind lost connections are waited for."""


class ServerLink:
    """A link to a PostgreSQL server."""

    def __init__(self, driver: Connection, compiler: Compiler, limit: float | None) -> None:
        """`limit`: seconds that a statement may take; None: as long as the connection allows."""
        self._driver = driver
        self._compiler = compiler
        self._limit = limit

    async def execute(self, statement: Executable, values: Values | Sequence[Values] = NOTHING) -> Rows:
        if isinstance(values, Sequence):
            sql = self._compiler.sql_of(statement, values[0])
            await self._driver.executemany(
                sql.text, [sql.arguments(each) for each in values], timeout=self._limit
            )
            return Rows((), len(values))
        sql = self._compiler.sql_of(statement, values)
        arguments = sql.arguments(values)
        if sql.row is None:
            status = await self._driver.execute(sql.text, *arguments, timeout=self._limit)
            return Rows((), int(status.rpartition(" ")[2]))
        found = await self._driver.fetch(sql.text, *arguments, timeout=self._limit)
        return Rows(map(sql.row, found), len(found))


class Links:
    def __init__(self, address: Address, reached: Reach, *, unhurried: bool) -> None:
        """`unhurried`: nobody plays meanwhile, so every statement may take long."""
        arguments, settings = address.arguments, dict(address.settings)
        self._connect_timeout = address.connect_timeout
        self._name = f"{settings.get('application_name', 'gauntlet')[:40]} {secrets.token_hex(4)}"
        self._arguments = {**arguments, "server_settings": {**settings, "application_name": self._name}}
        self._reach = reached
        self._all: WeakSet[Connection] = WeakSet()
        self._free = asyncio.Semaphore(BORROWED)
        self._idle: set[Connection] = set()
        self._pooled: set[Connection] = set()
        """Connections that wait in the pools of SQLAlchemy."""
        self.keepers: set[Connection] = set()
        """Connections that only keep locks."""
        self._lost: set[int] = set()
        """The server's processes behind connections that were given up: they may still be at work."""
        self.doubted = False
        """Whether a connection was given up since this was last set to False."""
        self.limit = MIGRATION_LIMIT if unhurried else LIMIT
        self.long_limit = MIGRATION_LIMIT if unhurried else LONG_LIMIT
        self.quick = self.engine(self.limit)
        self.long = self.engine(self.long_limit)
        self.quick_reads, self.long_reads = (
            engine.execution_options(isolation_level="AUTOCOMMIT") for engine in (self.quick, self.long)
        )

    def engine(self, limit: float) -> Engine:
        """An engine whose statements may take as many seconds."""

        async def make() -> Connection:
            return await self.connect(limit)

        kept, others = POOLED if limit == LIMIT else POOLED_LONG
        engine = new_engine(
            make,
            pool_size=kept,
            max_overflow=others,
            pool_timeout=reach.PATIENCE,
            hide_parameters=True,  # they contain seeds, and errors are logged
        )
        event.listen(engine, "checkout", self._handed_out)
        event.listen(engine, "checkin", self._handed_back)
        event.listen(engine, "close", self._closed)
        event.listen(engine, "handle_error", _notice_silence)
        return engine

    async def connect_bare(self) -> asyncpg.Connection:
        """A connection that leaves nothing behind, not even in a pooler."""
        return await asyncpg.connect(
            **self._arguments,
            timeout=self._connect_timeout or reach.PATIENCE,
            command_timeout=LIMIT,
            statement_cache_size=0,
        )

    async def connect(self, limit: float | None = None) -> Connection:
        """A new connection. What lost ones may still be doing on the server is ended first, so that nothing
        is saved that nobody expects any more."""
        limit = self.limit if limit is None else limit
        link = await connect(self._arguments, reach.PATIENCE, limit)
        link.on_cut = self._given_up if limit <= self.limit else self.strand
        self._all.add(link)
        try:
            await self._end_stranded(link)
        except BaseException:
            link.terminate()
            raise
        self._reach.succeeded()
        return link

    async def _end_stranded(self, link: Connection) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + ENDING
        while lost := list(self._lost):
            ended = not await link.fetch(STRANDED, lost, self._name)
            if ended:
                self._lost.difference_update(lost)
            elif loop.time() > until:
                return
            else:
                await asyncio.sleep(PAUSE)

    def strand(self, link: Connection) -> None:
        """Gives up a connection whose server may not know of it yet."""
        self._lost.add(link.pid)
        self.doubted = True
        link.terminate()

    def give_up(self, link: Connection, problem: BaseException) -> None:
        """Closes a connection after an error."""
        if is_lost(problem):
            link.cut()
        self.strand(link)

    def _given_up(self, link: Connection) -> None:
        """If one connection is silent, those that wait for their next use are too, or cost little to make.
        This is not called for one whose statements may take long: that says nothing about others."""
        self.strand(link)
        for other in (*self._idle, *self._pooled, *self.keepers):
            self.strand(other)
        self.keepers.clear()
        self._idle.clear()

    @asynccontextmanager
    async def borrowed(self) -> AsyncIterator[Connection]:
        """A driver connection without SQLAlchemy."""
        link = await self.lend()
        try:
            yield link
        except BaseException as problem:
            self.take_back(link, problem)
            raise
        self.take_back(link)

    async def lend(self) -> Connection:
        """What `borrowed` gives; it has to be taken back."""
        await self._reach.take(self._free)
        try:
            link = self._idle_one()
            return link if link is not None else await self._reach.repeat(self.idle_or_new)
        except BaseException:
            self._free.release()
            raise

    def take_back(self, link: Connection, problem: BaseException | None = None) -> None:
        """It is closed after an error, because a statement may still be running on it."""
        self._free.release()
        self._reach.note(problem)
        if problem is None:
            self._idle.add(link)
        else:
            self.give_up(link, problem)

    async def idle_or_new(self) -> Connection:
        return self._idle_one() or await self.connect()

    def _idle_one(self) -> Connection | None:
        while self._idle:
            link = self._idle.pop()
            if not link.is_closed():
                return link
        return None

    @asynccontextmanager
    async def connected(self, engine: Engine) -> AsyncIterator[ServerConnection]:
        connection = await self._reach.repeat(lambda: ServerConnection.open(engine))
        try:
            yield connection
        except Exception as problem:
            self._reach.note(problem, slow=engine in {self.long, self.long_reads})
            raise
        else:
            self._reach.succeeded()
        finally:
            await connection.close()

    def keep(self, link: Connection) -> None:
        """Keeps a connection for the next one who borrows one."""
        self._idle.add(link)

    def discard(self, link: Connection) -> None:
        """Closes a connection. If it could not be used to the end, the server may not know that."""
        if link.is_closed():
            self._lost.add(link.pid)
        link.terminate()

    async def close(self) -> None:
        for link in [*self._all]:
            link.terminate()
        for engine in (self.quick, self.long):
            await dispose(engine)

    def _handed_out(self, _adapted: object, record: ConnectionPoolEntry, _handed_out: object) -> None:
        """Makes SQLAlchemy replace a pooled connection that was closed while nobody used it."""
        link: Any = record.driver_connection
        self._pooled.discard(link)
        if link.is_closed():
            raise DisconnectionError("the server closed this connection")

    def _handed_back(self, _adapted: object, record: ConnectionPoolEntry) -> None:
        link: Any = record.driver_connection
        if link is not None and not link.is_closed():
            self._pooled.add(link)

    def _closed(self, _adapted: object, record: ConnectionPoolEntry) -> None:
        link: Any = record.driver_connection
        self._pooled.discard(link)


def _notice_silence(context: ExceptionContext) -> None:
    """Makes SQLAlchemy throw a connection away whose statement took too long."""
    if isinstance(context.original_exception, TimeoutError):
        context.is_disconnect = True
