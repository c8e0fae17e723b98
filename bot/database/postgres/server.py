"""A PostgreSQL server: several processes can share it, and it can be unreachable or silent for a moment."""

import asyncio
import logging
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, nullcontext, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import TypeVar

import asyncpg
from sqlalchemy import Connection as SyncConnection
from sqlalchemy import Executable, text

from bot.database.base import USUAL_NAME, Database, Unusable, migrate, require_current
from bot.database.postgres import reach
from bot.database.postgres.address import FILES, Address, BadAddress, read
from bot.database.postgres.connection import LOST, Connection, has_answered, is_conflict
from bot.database.postgres.pool import MIGRATION_LIMIT, ServerLink, ServerPool
from bot.database.postgres.pooler import refuse_pooler
from bot.database.postgres.reach import PAUSE, Reach
from bot.database.postgres.shard_locks import PROBE_LIMIT, ShardLocks
from bot.database.postgres.tables import work_on_tables
from bot.database.sql import NOTHING, Link, Rows, Values
from bot.database.usage import Usage
from bot.process.shards import Shards

log = logging.getLogger(__name__)

T = TypeVar("T")
FIRST_PATIENCE = 30.0
"""Seconds for which the server is waited for at the start of the bot; it may be starting too."""
ATTEMPT_LIMIT = 1.2
"""Seconds after which work is repeated over another connection; this leaves time for that."""
LISTEN_CHECK = 5.0
"""Seconds after which a quiet listener makes sure that it would still hear something."""
RESERVATIONS, BESIDE = 2, 2
"""How many tasks do long work at the same time, and how many big reads are under way."""
HURRY = 1.0
"""Seconds for which those who use a database in trouble are waited for when it is closed."""
CONFLICTS = 3
"""How often a transaction is tried that the server undoes because of others."""
HOPELESS = (asyncpg.ClientConfigurationError, ssl.SSLCertVerificationError)
"""Errors that no waiting mends."""
MIGRATING = 0x6741554E
"""The lock of the one process that brings the tables up to date."""
TURN = 0x67415549
"""The first half of the lock that the process has whose turn it is."""
TAKE_TURN = f"SELECT pg_try_advisory_lock({TURN}, $1)"
TURN_PAUSE = 0.1
"""Seconds between two attempts to take that lock."""
READ_ONLY = "The database server takes no changes at the moment: it is read-only."
LONG_WORK = ContextVar("LONG_WORK", default=False)
"""Whether this task does long work, of which a statement may take minutes."""


class PostgresServer(Database):
    """Statements run on connections of a pool. What holds a lock for longer has a connection of its own."""

    def __init__(self, address: str, *, exclusive: bool = False, shards: Shards | None = None) -> None:
        self._reach = Reach()
        self._pool = ServerPool(_readable(address), self._reach, unhurried=exclusive)
        self._locks = ShardLocks(self._pool, self._reach, shards, exclusive=exclusive)
        self._writing = asyncio.Semaphore(1)
        self._reserving = asyncio.Semaphore(RESERVATIONS)
        self._beside = asyncio.Semaphore(BESIDE)
        self._usage = Usage()

    @classmethod
    async def open(
        cls,
        address: str,
        *,
        exclusive: bool = False,
        shards: Shards | None = None,
        upgrade: bool = True,
        named: str = USUAL_NAME,
    ) -> "PostgresServer":
        """Without `upgrade` the tables are left as they are, and refused if they are not up to date. A host
        who is told of a problem knows the database as `named`."""
        database = cls(address, exclusive=exclusive, shards=shards)
        await database._pool.open()
        try:
            await database._wait_for_server(None if exclusive else FIRST_PATIENCE)
            async with database._locks.held():
                pass
            await database._work_on_tables(migrate if upgrade else require_current)
        except BaseException as problem:
            await database.close()
            if isinstance(problem, (*LOST, asyncpg.PostgresError)):
                raise Unusable(f"Can't use {named}: {str(problem) or 'it does not answer'}.") from problem
            raise
        return database

    async def _wait_for_server(self, patience: float | None) -> None:
        """Waits for a server that can't be reached yet, and makes sure that it is no pooler."""
        loop = asyncio.get_running_loop()
        until = loop.time() + (reach.PATIENCE if patience is None else patience)
        told = patience is None
        while True:
            try:
                return await refuse_pooler(self._pool.connect_bare)
            except LOST as problem:
                if loop.time() > until or isinstance(problem, HOPELESS):
                    raise
                if not told:
                    log.warning(
                        "waiting up to %.0f s for the database: %s",
                        patience,
                        str(problem) or "it does not answer",
                    )
                told = True
            await asyncio.sleep(PAUSE)

    async def _work_on_tables(self, work: Callable[[SyncConnection], None]) -> None:
        """One process at a time."""

        def alone(connection: SyncConnection) -> None:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
            work(connection)

        await work_on_tables(partial(self._pool.connect, command_timeout=MIGRATION_LIMIT), alone)

    async def close(self) -> None:
        """Whoever still uses the database after a while loses the connection."""
        await self._usage.end(HURRY if self.trouble else None)
        self._pool.close()

    @property
    def trouble(self) -> str | None:
        return self._locks.replaced or self._reach.trouble

    async def probe(self) -> str | None:
        """Asks over the connection that holds the locks, so that their loss is noticed too. If that was dead,
        the second attempt makes a new one."""
        if self._locks.replaced is None:
            for _ in range(2):
                try:
                    async with asyncio.timeout(PROBE_LIMIT), self._locks.held() as link:
                        read_only = await link.fetchval("SELECT current_setting('transaction_read_only')")
                except Unusable:
                    break
                except Exception as problem:
                    self._reach.failed(problem)
                else:
                    self._reach.succeeded()
                    return READ_ONLY if read_only == "on" else None
        return self.trouble

    async def execute(
        self,
        statement: Executable,
        values: Values = NOTHING,
        *,
        lasting: bool = True,  # noqa: ARG002 - everything lasts
    ) -> Rows:
        with self._usage.use():
            async with self._borrowed(to_write=statement.is_dml) as driver:
                return await self._link(driver).execute(statement, values)

    @asynccontextmanager
    async def writing(
        self,
        people: Collection[int] = (),
        *,
        lasting: bool = True,  # noqa: ARG002
        in_line: bool = True,
    ) -> AsyncIterator[Link]:
        async with self._transaction(people, in_line=in_line) as (link, _):
            yield link

    @asynccontextmanager
    async def reserving(self, key: int) -> AsyncIterator[Link | None]:
        async with self._transaction(key=key) as (link, has_key):
            yield link if has_key else None

    @asynccontextmanager
    async def _transaction(
        self, people: Collection[int] = (), key: int | None = None, *, in_line: bool = True
    ) -> AsyncIterator[tuple[Link, bool]]:
        """Also says whether the transaction holds `key`, as `_begin` does."""
        with self._usage.use():
            async with (
                self._reach.turn(self._writing) if in_line else nullcontext(),
                self._borrowed(to_write=True) as driver,
            ):
                try:
                    has_key = await _begin(driver, people, key)
                    yield self._link(driver), has_key
                    await driver.execute("COMMIT")
                except Exception as problem:
                    if has_answered(problem) and not driver.is_closed() and driver.is_in_transaction():
                        await driver.execute("ROLLBACK")
                    raise

    @asynccontextmanager
    async def _borrowed(self, *, to_write: bool = False) -> AsyncIterator[Connection]:
        async with self._pool.borrowed(slow=LONG_WORK.get()) as driver:
            if to_write:
                await self._locks.confirm()
            yield driver

    def _link(self, driver: Connection) -> ServerLink:
        limit = self._pool.long_limit if LONG_WORK.get() else self._pool.limit
        return ServerLink(driver, limit)

    async def repeated(self, work: Callable[[], Awaitable[T]], *, if_lost: bool = False) -> T:
        if if_lost:
            return await self._reach.repeat(partial(_in_time, work))
        for _ in range(CONFLICTS - 1):
            try:
                return await work()
            except Exception as problem:
                if not is_conflict(problem):
                    raise
            await asyncio.sleep(PAUSE)
        return await work()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Link]:
        """Each statement sees a moment of its own, which saves the requests for BEGIN and COMMIT."""
        with self._usage.use():
            async with self._borrowed() as driver:
                yield self._link(driver)

    @asynccontextmanager
    async def reading_beside(self) -> AsyncIterator[Link]:
        """Its statements may take long. A silent server is noticed before that."""
        with self._usage.use():
            async with self._reach.turn(self._beside), self._pool.borrowed(slow=True) as driver:
                try:
                    await driver.execute("SELECT 1")
                except LOST as problem:
                    self._reach.failed(problem)
                    raise
                yield ServerLink(driver, self._pool.long_limit)

    @asynccontextmanager
    async def reserved(self, key: int) -> AsyncIterator[None]:
        """The lock ends with its connection, also when that breaks. What is done under it may take long."""
        with self._usage.use():
            async with self._reserving:
                link = await self._reach.repeat(self._pool.connect)
                before = LONG_WORK.get()
                LONG_WORK.set(True)
                try:
                    await link.execute("SELECT pg_advisory_lock($1)", key, timeout=self._pool.long_limit)
                    yield
                    await link.execute("SELECT pg_advisory_unlock_all()")
                    self._pool.discard(link)
                except BaseException:
                    self._pool.strand(link)
                    raise
                finally:
                    LONG_WORK.set(before)

    async def take_turn(self, number: int, seconds: float) -> None:
        """The lock is freed with its connection, also when this process ends before."""
        link = await self._pool.connect()
        try:
            while not await link.fetchval(TAKE_TURN, number):
                await asyncio.sleep(TURN_PAUSE)
        except BaseException:
            self._pool.strand(link)
            raise
        asyncio.get_running_loop().call_later(seconds, self._pool.discard, link)

    async def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        """Calls `heard` with every NOTIFY on this channel, and reconnects, until it is cancelled."""
        while True:
            with suppress(*LOST):
                await self._listen_once(channel, heard)
            await asyncio.sleep(PAUSE)

    async def _listen_once(self, channel: str, heard: Callable[[str], None]) -> None:
        link = await self._pool.connect()
        gone = asyncio.Event()
        try:
            link.add_termination_listener(lambda _: gone.set())
            await link.add_listener(channel, lambda *told: heard(str(told[-1])))
            while not gone.is_set():
                with suppress(TimeoutError):
                    async with asyncio.timeout(LISTEN_CHECK):
                        await gone.wait()
                        return
                await link.execute("SELECT 1")
        finally:
            link.terminate()


async def _begin(driver: Connection, people: Collection[int], key: int | None) -> bool:
    """Begins a transaction with one request, when no other process holds one of these people, and holds them
    until it ends. All processes lock in the same order, so there is no deadlock. The keys of people are
    negative, because a positive `key` is the id of a guild. That is not waited for: False if another process
    holds it."""
    keys = sorted(-abs(person) for person in people)
    begin = ["BEGIN", *(f"SELECT pg_advisory_xact_lock({each:d})" for each in keys)]
    if key is not None:
        begin.append(f"SELECT WHERE pg_try_advisory_xact_lock({key:d})")
    status: str = await driver.execute("; ".join(begin))
    return status != "SELECT 0"  # no row


async def _in_time(work: Callable[[], Awaitable[T]]) -> T:
    async with asyncio.timeout(ATTEMPT_LIMIT):
        return await work()


def _readable(address: str) -> Address:
    try:
        found = read(address)
    except BadAddress as problem:
        raise Unusable(f"The address of the database {problem}") from None
    for key in FILES:
        file = found.keys.get(key, "")
        if file not in {"", "system"} and not Path(file).is_file():
            raise Unusable(f"The address of the database names a file as {key} that is not there: {file}.")
    return found
