"""A PostgreSQL server: several processes may share it, and it may be away for a moment."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import BigInteger, bindparam, event, func, select, text
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.database.base import Database, Unusable, migrate
from bot.database.link import Link, ServerLink
from bot.database.postgres_sql import append
from bot.database.prepared import prepared
from bot.database.usage import Visits
from bot.storage.entries import Entry

log = logging.getLogger(__name__)

T = TypeVar("T")
POSTGRESQL = "postgresql://"
CONNECTIONS = 4
PATIENCE = 2.0
"""Seconds; a person's press has to be answered within three."""
PAUSE = 0.05
MIGRATING = 0x6741554E
"""One process at a time brings the tables up to date."""
IN_USE = 0x67415550
"""Bots hold this lock together; whoever rewrites everything holds it alone."""
RESERVE = prepared(select(func.pg_try_advisory_xact_lock(bindparam("key", type_=BigInteger))))
LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
    asyncpg.DeadlockDetectedError,
)


class PostgresServer(Database):
    """A pool for everything, and one connection of its own for picks, which can't wait."""

    def __init__(self, address: str, *, alone: bool = False) -> None:
        self._address = address
        self._alone = alone
        self._engine: AsyncEngine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            pool_size=CONNECTIONS,
            hide_parameters=True,  # seeds are among them, and errors are logged
        )
        event.listen(self._engine.sync_engine, "checkout", _check)
        self._plain = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._writing = asyncio.Lock()
        self._visits = Visits()
        self._appender: asyncpg.Connection | None = None
        self._free = asyncio.Semaphore(2 * CONNECTIONS)
        self._idle: list[asyncpg.Connection] = []
        self._trouble: str | None = None

    @classmethod
    async def open(cls, address: str, *, alone: bool = False) -> "PostgresServer":
        database = cls(address, alone=alone)
        try:
            await database._patiently(database._connect_appender)
            async with database.transaction() as connection:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
                await connection.run_sync(migrate)
        except BaseException as problem:
            await database.close()
            if isinstance(problem, (*LOST, asyncpg.PostgresError)):
                raise Unusable(f"Can't use the database at DATABASE_URL: {problem}.") from None
            raise
        return database

    async def close(self) -> None:
        await self._visits.end()
        async with self._writing:
            for driver in filter(None, (self._appender, *self._idle)):
                driver.terminate()
            await self._engine.dispose()

    @property
    def trouble(self) -> str | None:
        return self._trouble

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Link]:
        with self._visits.visit():
            async with self._writing, self._linked(self._engine) as connection, connection.begin():
                yield connection

    @asynccontextmanager
    async def saving(self) -> AsyncIterator[Link]:
        with self._visits.visit():
            async with self._writing, self._borrowed() as driver, driver.transaction():
                yield ServerLink(partial(_at_hand, driver), _refuse, self._engine.dialect)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Link]:
        """Each statement for itself, which spares the server a beginning and an end."""
        async with AsyncExitStack() as stack:
            stack.enter_context(self._visits.visit())
            borrow = partial(stack.enter_async_context, self._borrowed())
            connect = partial(stack.enter_async_context, self._linked(self._plain))
            yield ServerLink(borrow, connect, self._engine.dialect)

    @asynccontextmanager
    async def _borrowed(self) -> AsyncIterator[asyncpg.Connection]:
        """A connection without SQLAlchemy around it. One that was let go in the middle of something may still
        be at it, and is not used again."""
        async with self._free:
            driver = await self._patiently(self._idle_or_new)
            try:
                with self._watched():
                    yield driver
            except BaseException:
                driver.terminate()
                raise
            self._idle.append(driver)

    async def _idle_or_new(self) -> asyncpg.Connection:
        while self._idle:
            driver = self._idle.pop()
            if not driver.is_closed():
                return driver
        return await self._connect()

    @asynccontextmanager
    async def _linked(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        async with AsyncExitStack() as stack:
            connection = await self._patiently(lambda: stack.enter_async_context(engine.connect()))
            with self._watched():
                yield connection

    @asynccontextmanager
    async def reserved(self, key: int) -> AsyncIterator[None]:
        """The lock goes with the connection, whatever becomes of that."""
        with self._visits.visit():
            async with self._linked(self._engine) as connection:
                await connection.execute(select(func.pg_advisory_xact_lock(key)))
                yield

    async def reserve(self, connection: Link, key: int) -> bool:
        return bool((await connection.execute(RESERVE, {"key": key})).scalar())

    async def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        """Whatever any process says on this channel, for as long as this runs."""
        while True:
            with suppress(*LOST):
                await self._listen_once(channel, heard)
            await asyncio.sleep(PAUSE)

    async def _listen_once(self, channel: str, heard: Callable[[str], None]) -> None:
        link = await self._connect()
        gone = asyncio.Event()
        try:
            link.add_termination_listener(lambda _: gone.set())
            await link.add_listener(channel, lambda *told: heard(str(told[-1])))
            await gone.wait()
        finally:
            link.terminate()

    async def append(self, entries: Sequence[Entry]) -> list[bool]:
        return await self._patiently(partial(self._append, entries))

    async def _append(self, entries: Sequence[Entry]) -> list[bool]:
        """After a loss the connection is made anew, and what was saved just before it is recognised."""
        link = self._appender
        if link is None or link.is_closed():
            link = await self._connect_appender()
        try:
            return await append(link, entries)
        except LOST:
            link.terminate()
            raise

    async def _connect_appender(self) -> asyncpg.Connection:
        """The lock is held for as long as this connection lasts."""
        link = await self._connect()
        kind = "" if self._alone else "_shared"
        if not await link.fetchval(f"SELECT pg_try_advisory_lock{kind}({IN_USE})"):
            link.terminate()
            raise Unusable("Another Gauntlet is running on this database. Stop it first.")
        self._appender = link
        return link

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(self._address, timeout=PATIENCE)

    async def _patiently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Try again for a while when the server can't be reached."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while True:
            try:
                result = await attempt()
            except Exception as problem:
                if not _is_lost(problem):
                    raise
                self._note(problem)
                if loop.time() > until:
                    raise
                await asyncio.sleep(PAUSE)
            else:
                self._clear()
                return result

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """A connection that is lost in here is noted; nothing is tried again, for it may have been done."""
        try:
            yield
        except Exception as problem:
            if _is_lost(problem):
                self._note(problem)
            raise

    def _note(self, problem: Exception) -> None:
        if self._trouble is None:
            log.error("the database can't be reached: %s", problem)
        self._trouble = "The database can't be reached at the moment."

    def _clear(self) -> None:
        if self._trouble is not None:
            log.info("the database is back")
        self._trouble = None


async def _at_hand(driver: asyncpg.Connection) -> asyncpg.Connection:
    return driver


async def _refuse() -> AsyncConnection:
    raise RuntimeError("only prepared statements can be used to save")


def _check(_adapted: object, record: ConnectionPoolEntry, _handed_out: object) -> None:
    """A connection that broke while nobody used it is made anew before it is handed out."""
    link: Any = record.driver_connection
    if link.is_closed():
        raise DisconnectionError("the server has gone meanwhile")


def _is_lost(problem: Exception) -> bool:
    if isinstance(problem, DBAPIError) and problem.orig is not None:
        return problem.connection_invalidated or isinstance(problem.orig.__cause__, LOST)
    return isinstance(problem, LOST)
