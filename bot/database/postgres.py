"""A PostgreSQL server: several processes can share it, and it can be unreachable for a moment."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import ARRAY, BigInteger, bindparam, event, func, select, text
from sqlalchemy.exc import DBAPIError, DisconnectionError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from bot.database.base import Database, Unusable, migrate
from bot.database.link import Link, ServerLink
from bot.database.postgres_sql import append
from bot.database.prepared import Compiler, prepared
from bot.database.usage import Usage
from bot.storage.entries import Entry

log = logging.getLogger(__name__)

T = TypeVar("T")
CONNECTIONS = 4
PATIENCE = 2.0
"""Seconds for which an attempt is repeated; a press has to be answered within three."""
PAUSE = 0.05
MIGRATING = 0x6741554E
"""The lock of the one process that brings the tables up to date."""
IN_USE = 0x67415550
"""The lock that all bots share; a command that rewrites everything takes it exclusively."""
RESERVE = prepared(select(func.pg_try_advisory_xact_lock(bindparam("key", type_=BigInteger))))
RESERVE_PEOPLE = prepared(
    select(func.pg_advisory_xact_lock(func.unnest(bindparam("keys", type_=ARRAY(BigInteger)))))
)
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
    """Picks are saved through a connection of their own, the `_appender`: they can't wait for others."""

    def __init__(self, address: str, *, exclusive: bool = False) -> None:
        self._address = address
        self._exclusive = exclusive
        self._engine: AsyncEngine = create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self._connect,
            pool_size=CONNECTIONS,
            hide_parameters=True,  # they contain seeds, and errors are logged
        )
        event.listen(self._engine.sync_engine, "checkout", _check)
        self._compiler = Compiler(self._engine.dialect)
        self._plain = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._writing = asyncio.Lock()
        self._usage = Usage()
        self._appender: asyncpg.Connection | None = None
        self._free = asyncio.Semaphore(2 * CONNECTIONS)
        self._idle: list[asyncpg.Connection] = []
        self._trouble: str | None = None

    @classmethod
    async def open(cls, address: str, *, exclusive: bool = False) -> "PostgresServer":
        database = cls(address, exclusive=exclusive)
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
        await self._usage.end()
        async with self._writing:
            for driver in filter(None, (self._appender, *self._idle)):
                driver.terminate()
            await self._engine.dispose()

    @property
    def trouble(self) -> str | None:
        return self._trouble

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Link]:
        with self._usage.use():
            async with self._writing, self._linked(self._engine) as connection, connection.begin():
                yield connection

    @asynccontextmanager
    async def saving(self) -> AsyncIterator[Link]:
        with self._usage.use():
            async with self._writing, self._borrowed() as driver, driver.transaction():
                yield ServerLink(partial(_at_hand, driver), _refuse, self._compiler)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Link]:
        """Each statement is a transaction of its own, which saves the requests for BEGIN and COMMIT."""
        async with AsyncExitStack() as stack:
            stack.enter_context(self._usage.use())
            borrow = partial(stack.enter_async_context, self._borrowed())
            connect = partial(stack.enter_async_context, self._linked(self._plain))
            yield ServerLink(borrow, connect, self._compiler)

    @asynccontextmanager
    async def _borrowed(self) -> AsyncIterator[asyncpg.Connection]:
        """A driver connection without SQLAlchemy. It is closed after an error, because a statement may still
        be running on it."""
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
        """The lock ends with its connection, also when that breaks."""
        with self._usage.use():
            async with self._linked(self._engine) as connection:
                await connection.execute(select(func.pg_advisory_xact_lock(key)))
                yield

    async def reserve(self, connection: Link, key: int) -> bool:
        return bool((await connection.execute(RESERVE, {"key": key})).scalar())

    async def reserve_people(self, connection: Link, people: Collection[int]) -> None:
        """All processes lock in the same order, so there is no deadlock. The keys are negative, because a
        positive key is the id of a guild."""
        await connection.execute(RESERVE_PEOPLE, {"keys": sorted(-abs(person) for person in people)})

    async def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        """Calls `heard` with every NOTIFY on this channel, and reconnects, until it is cancelled."""
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
        """Reconnects if the connection was lost; `append` recognises entries that were saved before that."""
        link = self._appender
        if link is None or link.is_closed():
            link = await self._connect_appender()
        try:
            return await append(link, entries)
        except LOST:
            link.terminate()
            raise

    async def _connect_appender(self) -> asyncpg.Connection:
        """This connection holds the `IN_USE` lock for as long as it lasts."""
        link = await self._connect()
        kind = "" if self._exclusive else "_shared"
        if not await link.fetchval(f"SELECT pg_try_advisory_lock{kind}({IN_USE})"):
            link.terminate()
            raise Unusable("Another Gauntlet is running on this database. Stop it first.")
        self._appender = link
        return link

    async def _connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(self._address, timeout=PATIENCE)

    async def _patiently(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Repeats the attempt for a while when the server can't be reached."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while True:
            try:
                result = await attempt()
            except Exception as problem:
                if not _is_lost(problem):
                    raise
                self._set_trouble(problem)
                if loop.time() > until:
                    raise
                await asyncio.sleep(PAUSE)
            else:
                self._clear_trouble()
                return result

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Sets `trouble` if the connection is lost in this block. Nothing is repeated: it may be saved."""
        try:
            yield
        except Exception as problem:
            if _is_lost(problem):
                self._set_trouble(problem)
            raise

    def _set_trouble(self, problem: Exception) -> None:
        if self._trouble is None:
            log.error("the database can't be reached: %s", problem)
        self._trouble = "The database can't be reached at the moment."

    def _clear_trouble(self) -> None:
        if self._trouble is not None:
            log.info("the database can be reached again")
        self._trouble = None


async def _at_hand(driver: asyncpg.Connection) -> asyncpg.Connection:
    return driver


async def _refuse() -> AsyncConnection:
    raise RuntimeError("only prepared statements can be executed in saving()")


def _check(_adapted: object, record: ConnectionPoolEntry, _handed_out: object) -> None:
    """Makes SQLAlchemy replace a pooled connection that was closed while nobody used it."""
    link: Any = record.driver_connection
    if link.is_closed():
        raise DisconnectionError("the server closed this connection")


def _is_lost(problem: Exception) -> bool:
    if isinstance(problem, DBAPIError) and problem.orig is not None:
        return problem.connection_invalidated or isinstance(problem.orig.__cause__, LOST)
    return isinstance(problem, LOST)
