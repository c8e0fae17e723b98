"""A PostgreSQL server: several processes can share it, and it can be unreachable or silent for a moment."""

import asyncio
import logging
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager, nullcontext, suppress
from contextvars import ContextVar
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection as SyncConnection
from sqlalchemy import Executable, text

from bot.database.base import USUAL_NAME, Database, Unusable, migrate, require_current
from bot.database.postgres import reach
from bot.database.postgres.address import Address, BadAddress, read
from bot.database.postgres.connection import LOST, Connection, is_conflict
from bot.database.postgres.engine import dispose
from bot.database.postgres.links import MIGRATION_LIMIT, Links, ServerLink
from bot.database.postgres.pooler import refuse_pooler
from bot.database.postgres.presence import AGAIN, FIRST, Presence
from bot.database.postgres.reach import PAUSE, Reach
from bot.database.postgres.transaction import transaction
from bot.database.postgres.turns import take_turn
from bot.database.sql import NOTHING, Compiler, Link, Rows, Values
from bot.database.usage import Usage
from bot.process.shards import Shards

log = logging.getLogger(__name__)

T = TypeVar("T")
FIRST_PATIENCE = 30.0
"""Seconds for which the server is waited for at the start of the bot; it may be starting too."""
ATTEMPT_LIMIT = 1.2
"""Seconds after which work is repeated over another connection; this leaves time for that."""
PROBE_LIMIT = 1.0
"""Seconds for each of two attempts to get an answer."""
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
READ_ONLY = "The database server takes no changes at the moment: it is read-only."
LONG_WORK = ContextVar("LONG_WORK", default=False)
"""Whether this task does long work, of which a statement may take minutes."""


class PostgresServer(Database):
    """Picks are saved through a connection of their own, the `_appender`: they can't wait for others. It also
    holds the locks that say which shards run here."""

    def __init__(self, address: str, *, exclusive: bool = False, shards: Shards | None = None) -> None:
        self._reach = Reach()
        self._links = Links(_readable(address), self._reach, unhurried=exclusive)
        self._presence = Presence(shards, exclusive=exclusive)
        self._compiler = Compiler(self._links.quick.dialect)
        self._writing = asyncio.Semaphore(1)
        self._joining = asyncio.Lock()
        self._reserving = asyncio.Semaphore(RESERVATIONS)
        self._beside = asyncio.Semaphore(BESIDE)
        self._usage = Usage()
        self._appender: Connection | None = None
        self._replaced: str | None = None
        """A sentence, if another process has taken our shards."""

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
        try:
            await database._wait_for_server(None if exclusive else FIRST_PATIENCE)
            async with database._hold_appender():
                pass
            await database.look_at_tables(migrate if upgrade else require_current)
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
                return await refuse_pooler(self._links.connect_bare)
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

    async def look_at_tables(self, work: Callable[[SyncConnection], None]) -> None:
        engine = self._links.engine(MIGRATION_LIMIT)
        try:
            async with self._links.connected(engine) as connection, connection.begin():
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATING})"))
                await connection.run_sync(work)
        finally:
            await dispose(engine)

    async def close(self) -> None:
        """Whoever still uses the database after a while loses the connection."""
        await self._usage.end(HURRY if self.trouble else None)
        if self._appender is not None:
            self._appender.terminate()
        await self._links.close()

    @property
    def trouble(self) -> str | None:
        return self._replaced or self._reach.trouble

    async def probe(self) -> str | None:
        """The second attempt is made over a new connection, because the first may have been a dead one."""
        if self._replaced is None:
            for _ in range(2):
                try:
                    return await self._ask()
                except Exception as problem:
                    self._reach.failed(problem)
        return self.trouble

    async def _ask(self) -> str | None:
        async with asyncio.timeout(PROBE_LIMIT):
            link = await self._links.idle_or_new()
            try:
                read_only = await link.fetchval("SELECT current_setting('transaction_read_only')")
            except BaseException as problem:
                self._links.give_up(link, problem)
                raise
        self._links.keep(link)
        self._reach.succeeded()
        return READ_ONLY if read_only == "on" else None

    async def execute(
        self,
        statement: Executable,
        values: Values = NOTHING,
        *,
        lasting: bool = True,  # noqa: ARG002 - everything lasts
    ) -> Rows:
        with self._usage.use():
            if statement.is_dml:
                await self._confirm()
            async with self._links.borrowed() as driver:
                return await self._link(driver).execute(statement, values)

    @asynccontextmanager
    async def writing(
        self,
        people: Collection[int] = (),
        *,
        lasting: bool = True,  # noqa: ARG002
        in_line: bool = True,
    ) -> AsyncIterator[Link]:
        async with self._writer(in_line=in_line) as driver, transaction(driver, people):
            yield self._link(driver)

    @asynccontextmanager
    async def _writer(self, *, in_line: bool = True) -> AsyncIterator[Connection]:
        with self._usage.use():
            async with self._reach.turn(self._writing) if in_line else nullcontext():
                await self._confirm()
                async with self._links.borrowed() as driver:
                    yield driver

    def _link(self, driver: Connection) -> ServerLink:
        return ServerLink(driver, self._compiler, self._limit)

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
            async with self._links.borrowed() as driver:
                yield self._link(driver)

    @asynccontextmanager
    async def reading_beside(self) -> AsyncIterator[Link]:
        """On a connection whose statements may take long. A silent server is noticed before that."""
        with self._usage.use():
            async with (
                self._reach.turn(self._beside),
                self._links.connected(self._links.long_reads) as connection,
            ):
                driver: Any = await connection.driver()
                await self._greet(driver)
                yield ServerLink(driver, self._compiler, self._links.long_limit)

    async def _greet(self, link: Connection) -> None:
        try:
            await link.execute("SELECT 1", timeout=self._links.limit)
        except LOST as problem:
            self._reach.failed(problem)
            raise

    @property
    def _limit(self) -> float | None:
        """None: as long as the connection allows."""
        return self._links.long_limit if LONG_WORK.get() else None

    @asynccontextmanager
    async def reserved(self, key: int) -> AsyncIterator[None]:
        """The lock ends with its connection, also when that breaks. What is done under it may take long."""
        with self._usage.use():
            async with self._reserving:
                link = await self._reach.repeat(partial(self._links.connect, self._links.long_limit))
                before = LONG_WORK.get()
                LONG_WORK.set(True)
                try:
                    await link.execute("SELECT pg_advisory_lock($1)", key)
                    yield
                    await link.execute("SELECT pg_advisory_unlock_all()")
                finally:
                    LONG_WORK.set(before)
                    self._links.discard(link)

    @asynccontextmanager
    async def reserving(self, key: int) -> AsyncIterator[Link | None]:
        async with self._writer() as driver, transaction(driver, key=key) as has_key:
            yield self._link(driver) if has_key else None

    async def take_turn(self, number: int, seconds: float) -> None:
        await take_turn(self._links, number, seconds)

    async def listen(self, channel: str, heard: Callable[[str], None]) -> None:
        """Calls `heard` with every NOTIFY on this channel, and reconnects, until it is cancelled."""
        while True:
            with suppress(*LOST):
                await self._listen_once(channel, heard)
            await asyncio.sleep(PAUSE)

    async def _listen_once(self, channel: str, heard: Callable[[str], None]) -> None:
        link = await self._links.connect()
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

    async def _confirm(self) -> None:
        """Makes sure, after a connection was lost, that no other process has taken our shards meanwhile."""
        if self._is_in_doubt:
            await self._reach.repeat(self._confirm_once)

    @property
    def _is_in_doubt(self) -> bool:
        return self._links.doubted or self._appender is None or self._appender.is_closed()

    async def _confirm_once(self) -> None:
        async with self._hold_appender() as link:
            self._links.doubted = False
            await link.execute("SELECT 1", timeout=PROBE_LIMIT)

    @asynccontextmanager
    async def _hold_appender(self) -> AsyncIterator[Connection]:
        async with self._joining:
            link = self._appender
            if link is None or link.is_closed():
                link = await self._join(link)
            try:
                yield link
            except (*LOST, asyncio.CancelledError) as problem:
                self._links.give_up(link, problem)
                raise

    async def _join(self, before: Connection | None) -> Connection:
        """Connects the appender and takes the locks. Those of our own lost connection are given up first."""
        if before is not None:
            self._links.strand(before)
        link = await self._links.connect()
        try:
            await self._presence.announce(link, AGAIN if before else FIRST)
        except BaseException as problem:
            link.terminate()
            if before is not None and isinstance(problem, Unusable):
                self._note_replaced(str(problem))
            raise
        self._appender, self._replaced = link, None
        self._links.keepers = {link}
        return link

    def _note_replaced(self, reason: str) -> None:
        if self._replaced is None:
            log.error("nothing is saved any more, another process took over during an outage: %s", reason)
        self._replaced = f"Nothing is saved any more. {reason}"


async def _in_time(work: Callable[[], Awaitable[T]]) -> T:
    async with asyncio.timeout(ATTEMPT_LIMIT):
        return await work()


def _readable(address: str) -> Address:
    try:
        found = read(address)
    except BadAddress as problem:
        raise Unusable(f"The address of the database {problem}") from None
    for key in ("sslrootcert", "sslcert", "sslkey", "sslcrl"):
        file = found.tls.get(key, "")
        if file not in {"", "system"} and not Path(file).is_file():
            raise Unusable(f"The address of the database names a file as {key} that is not there: {file}.")
    return found
