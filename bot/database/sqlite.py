"""One SQLite file: only one process opens it, and it is never left half written."""

import asyncio
import json
import logging
import sqlite3
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import aiosqlite

from bot.database.base import Database, migrate
from bot.database.file.check import check_file
from bot.database.file.connections import (
    PAUSE,
    begin_writing,
    connect,
    empty_log,
    new_engine,
    new_reader,
    write_something,
)
from bot.database.file.disk import DiskWrites, explained
from bot.database.file.journal import undo_half_written
from bot.database.file.lock import FileLocks
from bot.database.file.presence import Presence
from bot.database.file.restore import finish_restore
from bot.database.link import Breaks, FileLink, Link, ThreadLink
from bot.database.prepared import Compiler
from bot.database.threads import in_thread
from bot.database.usage import Usage
from bot.duels.duel import Ending
from bot.storage.entries import Entry

log = logging.getLogger(__name__)

T = TypeVar("T")
READERS = 8
"""How many connections for small reads are kept for the next ones. Each takes some hundred KiB."""
BESIDE = 2
"""How many big reads are under way at a time, each in a thread."""
PROBE_PATIENCE, PROBED_BY_WRITES = 2.0, 10.0
"""Seconds that a probe may take, and for which a successful write makes a probe unnecessary."""
SLOW = f"To save something in the database takes longer than {PROBE_PATIENCE:.0f} seconds."
FORGET_PATIENCE = 10.0
"""Seconds to wait until nobody reads what was deleted."""
APPEND = """
INSERT INTO picks (duel, turn, seat, token, at, closes)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]')
FROM json_each(?) WHERE true
ON CONFLICT DO NOTHING
RETURNING duel, turn, seat
"""
END = """
UPDATE duels SET status = ?, winner = ?, reason = ?, ended = ?, untold = TRUE
WHERE id = ? AND status = 'live'
"""


class SqliteFile(Database):
    """Picks are saved through a connection of their own, the `appender`. Prepared statements are read through
    `_readers`, and everything else goes through the `engine`.

    Every write holds `_writing`, so the connections never wait for each other.
    """

    def __init__(self, path: Path, appender: aiosqlite.Connection, presence: Presence) -> None:
        self.appender = appender
        self._path = str(path)
        self._readers: list[sqlite3.Connection] = []
        self._committer = ThreadPoolExecutor(1, "commit")
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
                appender = await connect(locks.path)
                stack.push_async_callback(appender.close)
                database = cls(locks.path, appender, Presence(Path(path)))
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
        async with AsyncExitStack() as stack:
            stack.callback(self._committer.shutdown)
            stack.callback(self._engine.dispose)
            stack.push_async_callback(self.appender.close)
            for reader in self._readers:
                stack.callback(reader.close)

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
                    return await in_thread(self._committer, partial(empty_log, driver))

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
                            await in_thread(self._committer, transaction.commit)
                    finally:
                        driver.rollback()  # a commit that failed must not be left to the next one

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Link]:
        """All prepared statements see one moment of the database; the other statements see another one. What
        was written to a file that is gone is not shown: no restart will find it."""
        with self._usage.use(), ExitStack() as stack:
            self._presence.require()
            reader = self._readers.pop() if self._readers else new_reader(self._path)
            stack.callback(self._keep, reader)
            reader.execute("BEGIN")
            stack.callback(reader.rollback)
            yield FileLink(
                reader,
                lambda: stack.enter_context(self._engine.connect()),
                self._compiler,
                self._breaks,
            )

    def _keep(self, reader: sqlite3.Connection) -> None:
        if len(self._readers) < READERS:
            self._readers.append(reader)
        else:
            reader.close()

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
        """Without endings this is one statement, which commits itself; otherwise it is a transaction."""
        async with self._writing:
            with self._disk.watched():
                if all(entry.ending is None for entry in entries):
                    return await self._append(entries)
                return await self._append_and_end(entries)

    async def _append_and_end(self, entries: Sequence[Entry]) -> list[bool]:
        await self.appender.execute("BEGIN IMMEDIATE")
        try:
            kept = await self._append_then_end(entries)
            await self.appender.execute("COMMIT")
        except BaseException:
            if self.appender.in_transaction:  # SQLite rolls back by itself when the disk is full
                await self.appender.execute("ROLLBACK")
            raise
        return kept

    async def _append_then_end(self, entries: Sequence[Entry]) -> list[bool]:
        kept = await self._append(entries)
        for number, entry in enumerate(entries):
            if kept[number] and entry.ending is not None:
                kept[number] = await self._end(entry, entry.ending)
        return kept

    async def _append(self, entries: Sequence[Entry]) -> list[bool]:
        rows = [
            (pick.duel, pick.turn, pick.seat, pick.token, pick.at, pick.closes)
            for entry in entries
            for pick in entry.picks
        ]
        new = {tuple(row) for row in await self.appender.execute_fetchall(APPEND, (json.dumps(rows),))}
        return [all(pick.key in new for pick in entry.picks) for entry in entries]

    async def _end(self, entry: Entry, ending: Ending) -> bool:
        values = (entry.status, ending.winner, ending.reason, ending.at, entry.duel)
        async with self.appender.execute(END, values) as cursor:
            return cursor.rowcount == 1


def _take(locks: FileLocks) -> None:
    """Locks the file, and creates it if there is none."""
    locks.take_name()
    finish_restore(locks.path)
    if not locks.path.exists():
        locks.path.touch()
    locks.take_file()
