"""One SQLite file: only one process opens it, and it is never left half written."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Executable

from bot.database.base import Database, migrate
from bot.database.file.append import append
from bot.database.file.check import check_file
from bot.database.file.connections import (
    PAUSE,
    SYNCED,
    UNSYNCED,
    begin_writing,
    empty_log,
    new_driver,
    new_engine,
    new_writer,
    patiently,
    set_pragmas,
    write_something,
)
from bot.database.file.disk import DiskWrites, explained
from bot.database.file.journal import undo_half_written
from bot.database.file.lock import FileLocks
from bot.database.file.presence import Presence
from bot.database.file.restore import finish_restore
from bot.database.link import Breaks, FileLink, Link, ThreadLink
from bot.database.prepared import Compiler, Values
from bot.database.threads import Worker
from bot.database.usage import Usage
from bot.storage.entries import Entry

log = logging.getLogger(__name__)

T = TypeVar("T")
DRIVERS = 24
"""How many connections for small reads are kept for the next ones. Each takes some hundred KiB, and to
open one touches three files, which the loop would wait for on a busy disk."""
BESIDE = 2
"""How many big reads are under way at a time, each in a thread."""
PROBE_PATIENCE, PROBED_BY_WRITES = 2.0, 10.0
"""Seconds that a probe may take, and for which a successful write makes a probe unnecessary."""
SLOW = f"To save something in the database takes longer than {PROBE_PATIENCE:.0f} seconds."
FORGET_PATIENCE = 10.0
"""Seconds to wait until nobody reads what was deleted."""


class SqliteFile(Database):
    """Prepared statements that write go through one connection, the `writer`: what it knows of the file stays
    true from one commit to the next. Those that read go through the drivers, and everything else through
    the engine.

    Every write holds `_writing`, so the connections never wait for each other. The `_worker` does what waits
    for the disk.
    """

    def __init__(self, path: Path, worker: Worker, writer: sqlite3.Connection, presence: Presence) -> None:
        self.writer = writer
        self._is_synced = True
        """Whether the writer's commits wait for the disk."""
        self._path = str(path)
        self._worker = worker
        self._idle: list[sqlite3.Connection] = []
        """Drivers that nobody uses."""
        self._beside = ThreadPoolExecutor(BESIDE, "read")
        self._free_beside = asyncio.Semaphore(BESIDE)
        self._links_beside: set[ThreadLink] = set()
        self._writing = asyncio.Lock()
        self._usage = Usage()
        self._presence = presence
        self._disk = DiskWrites(presence)
        self._engine = new_engine(self._path)
        self._compiler = Compiler(self._engine.dialect)
        self._breaks = Breaks()
        self._closing = AsyncExitStack()
        self._probing: asyncio.Task[str | None] | None = None

    @classmethod
    async def open(cls, path: str) -> "SqliteFile":
        """Whatever fails on the way, no lock, thread or connection is left."""
        with explained(path):
            async with AsyncExitStack() as stack:
                locks = FileLocks(path)
                stack.callback(locks.release)
                _take(locks)
                await asyncio.to_thread(undo_half_written, locks.path)
                await asyncio.to_thread(check_file, locks.path)
                worker = Worker("commit")
                stack.callback(worker.close)
                writer = await worker.do(partial(new_writer, str(locks.path)))
                stack.callback(writer.close)
                database = cls(locks.path, worker, writer, Presence(Path(path)))
                stack.push_async_callback(database._close_connections)
                async with database.transaction() as connection:
                    await connection.run_sync(migrate)
                await database._empty_log()  # a bot that was killed may have left deleted data in it
                database._closing = stack.pop_all()
        return database

    async def close(self) -> None:
        await self._usage.end()
        async with self._writing:
            await self._closing.aclose()

    async def _close_connections(self) -> None:
        for link in self._links_beside:
            link.interrupt()
        self._beside.shutdown()
        self._engine.dispose()
        for driver in self._idle:
            driver.close()

    @property
    def trouble(self) -> str | None:
        return self._disk.trouble

    async def probe(self) -> str | None:
        """Writes something, unless a write has just succeeded: only that finds a disk that is full."""
        if self.trouble is None and self._disk.age < PROBED_BY_WRITES:
            return None
        if self._probing is None or self._probing.done():
            self._probing = asyncio.create_task(self._probe())
        await asyncio.wait([self._probing], timeout=PROBE_PATIENCE)
        return self._probing.result() if self._probing.done() else SLOW

    async def _probe(self) -> str | None:
        try:
            async with self.transaction() as connection:
                await connection.run_sync(write_something)
        except Exception as problem:
            return self.trouble or f"The database can't be written to ({type(problem).__name__})."
        return None

    async def forget_deleted(self) -> None:
        """Empties the log, in which pages are found as they were before rows were deleted."""
        loop = asyncio.get_running_loop()
        until = loop.time() + FORGET_PATIENCE
        while not await self._empty_log():
            if loop.time() > until:
                log.warning("deleted data stays in %s-wal until nobody reads it any more", self._path)
                return
            await asyncio.sleep(PAUSE)

    async def _empty_log(self) -> bool:
        """False if somebody is reading."""
        with self._usage.use():
            async with self._writing:
                with self._disk.watched(), self._engine.connect() as connection:
                    driver: Any = connection.connection.dbapi_connection
                    return await self._worker.do(partial(empty_log, driver))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Link]:
        with self._usage.use():
            async with self._writing:
                with self._disk.watched(), self._engine.connect() as connection:
                    driver: Any = connection.connection.dbapi_connection
                    await begin_writing(driver)
                    try:
                        with connection.begin() as transaction:
                            yield FileLink(driver, lambda: connection, self._compiler, self._breaks)
                            await self._worker.do(transaction.commit)
                    finally:
                        driver.rollback()  # a commit that failed must not be left to the next one

    @asynccontextmanager
    async def saving(
        self,
        people: Collection[int] = (),  # noqa: ARG002 - there is one process and one transaction at a time
        *,
        lasting: bool = True,
    ) -> AsyncIterator[Link]:
        """What need not last is not synced to the disk. The worker commits it all the same: a disk can make
        every write wait."""
        with self._usage.use():
            async with self._writing:
                with self._disk.watched():
                    writer = self._ready_writer(lasting=lasting)
                    try:
                        await begin_writing(writer)
                        yield FileLink(writer, _refuse, self._compiler, self._breaks)
                        await self._worker.do(writer.commit)
                    finally:
                        writer.rollback()  # a commit that failed must not be left to the next one

    async def save(self, statement: Executable, values: Values, *, lasting: bool = True) -> int:
        if not lasting:
            async with self.saving(lasting=False) as connection:
                return (await connection.execute(statement, values)).rowcount
        sql = self._compiler.sql_of(statement, values)
        return await self._write(lambda writer: writer.execute(sql.text, sql.arguments(values)).rowcount)

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Link]:
        """All prepared statements see one moment of the database; the other statements see another one. What
        was written to a file that is gone is not shown: no restart will find it."""
        with self._usage.use():
            self._presence.require()
            driver = self._driver()
            link = FileLink(driver, self._engine.connect, self._compiler, self._breaks)
            try:
                driver.execute("BEGIN")
                yield link
            finally:
                link.close()
                self._leave(driver)

    def _driver(self) -> sqlite3.Connection:
        """A connection without SQLAlchemy, for prepared statements."""
        return self._idle.pop() if self._idle else new_driver(self._path)

    def _leave(self, driver: sqlite3.Connection) -> None:
        """Keeps a driver for the next one."""
        if len(self._idle) < DRIVERS:
            self._idle.append(driver)
            driver.rollback()
        else:
            driver.close()

    def _ready_writer(self, *, lasting: bool) -> sqlite3.Connection:
        """The writer, for a commit that waits for the disk or one that does not."""
        if self._is_synced != lasting:
            set_pragmas(self.writer, SYNCED if lasting else UNSYNCED)
            self._is_synced = lasting
        return self.writer

    @asynccontextmanager
    async def reading_beside(self) -> AsyncIterator[Link]:
        """All statements see one moment of the database. Those inside must not ask for another such link."""
        with self._usage.use():
            async with self._free_beside:
                link = ThreadLink(self._engine.connect, self._engine.dialect, self._beside)
                self._links_beside.add(link)
                try:
                    yield link
                finally:
                    self._links_beside.discard(link)
                    link.close()

    async def append(self, entries: Sequence[Entry]) -> list[bool]:
        return await self._write(lambda writer: append(writer, entries))

    async def _write(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Lets the worker do something that commits itself."""
        with self._usage.use():
            async with self._writing:
                with self._disk.watched():
                    writer = self._ready_writer(lasting=True)
                    return await patiently(lambda: self._worker.do(partial(work, writer)))


def _refuse() -> Connection:
    raise RuntimeError("only prepared statements can be executed in saving()")


def _take(locks: FileLocks) -> None:
    """Locks the file, and creates it if there is none."""
    locks.take_name()
    finish_restore(locks.path)
    if not locks.path.exists():
        locks.path.touch()
    locks.take_file()
