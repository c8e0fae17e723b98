"""One SQLite file: only one process opens it, and it is never left half written."""

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite
from filelock import FileLock, Timeout
from sqlalchemy import URL, Connection, Engine, QueuePool, RootTransaction, create_engine, event

from bot.database.base import SQLITE, Database, Unusable, migrate
from bot.database.check import check_file
from bot.database.disk import DiskWrites
from bot.database.link import Breaks, FileLink, Link, ThreadLink
from bot.database.prepared import Compiler
from bot.database.usage import Usage
from bot.duels.duel import Ending
from bot.storage.entries import Entry

CONNECTIONS = 2
BESIDE = 2
"""How many big reads are under way at a time, each in a thread."""
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON")
PATIENCE, PAUSE = 5.0, 0.02
"""Seconds to wait while another program writes, such as an operator's sqlite3; and between two attempts."""
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

    def __init__(self, path: str, engine: Engine, appender: aiosqlite.Connection, lock: FileLock) -> None:
        self.appender = appender
        self._path = path
        self._readers: list[sqlite3.Connection] = []
        self._committer = ThreadPoolExecutor(1, "commit")
        self._beside = ThreadPoolExecutor(BESIDE, "read")
        self._free_beside = asyncio.Semaphore(BESIDE)
        self._links_beside: set[ThreadLink] = set()
        self._writing = asyncio.Lock()
        self._usage = Usage()
        self._disk = DiskWrites()
        self._compiler = Compiler(engine.dialect)
        self._breaks = Breaks()
        self._engine = engine
        self._lock = lock

    @classmethod
    async def open(cls, path: str) -> "SqliteFile":
        lock = _lock(path)
        try:
            await check_file(path)
            appender = await _connect(path)
        except BaseException as problem:
            lock.release()
            if isinstance(problem, sqlite3.Error):
                raise Unusable(f"Can't use {path}: {problem}.") from None
            raise
        engine = create_engine(
            URL.create("sqlite", database=path),
            connect_args={"check_same_thread": False, "timeout": 0},
            poolclass=QueuePool,
            pool_size=CONNECTIONS,
            max_overflow=-1,  # waiting for a connection would stop the loop
            hide_parameters=True,  # they contain seeds, and errors are logged
        )
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        database = cls(path, engine, appender, lock)
        try:
            async with database.transaction() as connection:
                await connection.run_sync(migrate)
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        await self._usage.end()
        for link in self._links_beside:
            link.interrupt()
        self._beside.shutdown()
        async with self._writing:
            await self.appender.close()
            self._engine.dispose()
            self._committer.shutdown()
        for reader in self._readers:
            reader.close()
        self._lock.release()

    @property
    def trouble(self) -> str | None:
        return self._disk.trouble

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Link]:
        with self._disk.watched(), self._usage.use():
            async with self._writing:
                with self._engine.connect() as connection:
                    driver: Any = connection.connection.dbapi_connection
                    await _take(driver)
                    with connection.begin() as transaction:
                        yield FileLink(driver, lambda: connection, self._compiler, self._breaks)
                        await self._commit(transaction)

    async def _commit(self, transaction: RootTransaction) -> None:
        """Commits in a thread, because it waits for the disk. Even if this task is cancelled, the connection
        isn't used again before the commit has ended."""
        commit = asyncio.get_running_loop().run_in_executor(self._committer, transaction.commit)
        try:
            await asyncio.shield(commit)
        finally:
            await asyncio.wait([commit])

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Link]:
        """All prepared statements see one moment of the database; the other statements see another one."""
        with self._usage.use(), ExitStack() as stack:
            reader = self._readers.pop() if self._readers else _reader(self._path)
            stack.callback(self._readers.append, reader)
            reader.execute("BEGIN")
            stack.callback(reader.rollback)
            yield FileLink(
                reader,
                lambda: stack.enter_context(self._engine.connect()),
                self._compiler,
                self._breaks,
            )

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


async def back_up(address: str, copy: str) -> None:
    """Writes a consistent copy of the database, also while the bot is running."""
    if not address.startswith(SQLITE):
        raise Unusable("PostgreSQL brings its own backup: use pg_dump.")
    path = address.removeprefix(SQLITE)
    if not Path(path).exists():
        raise Unusable(f"There is no database at {path}.")
    if Path(copy).exists():
        raise Unusable(f"{copy} is already there; a backup overwrites nothing.")
    async with aiosqlite.connect(path) as connection:
        await connection.execute("VACUUM INTO ?", (copy,))


def _lock(path: str) -> FileLock:
    lock = FileLock(f"{path}.lock")
    try:
        lock.acquire(blocking=False)
    except Timeout:
        raise Unusable(
            f"Another Gauntlet is running on {path}. Stop it first, or use another file."
        ) from None
    except OSError as error:
        raise Unusable(f"Can't open {path}: {error.strerror}.") from None
    return lock


async def _connect(path: str) -> aiosqlite.Connection:
    """Opens a connection. Raises an error if the file is no database, or can't be created or written."""
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=PATIENCE)
    try:
        for pragma in PRAGMAS:
            await connection.execute(f"PRAGMA {pragma}")
        await connection.execute("BEGIN IMMEDIATE")
        await connection.execute("ROLLBACK")
    except BaseException:
        await connection.close()
        raise
    return connection


def _reader(path: str) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=0)
    _prepare(connection, None)
    return connection


def _prepare(connection: Any, _record: object) -> None:
    """Turns off the driver's own BEGIN, which would leave changes of the schema outside of transactions."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    driver: Any = connection.connection.dbapi_connection
    if not driver.in_transaction:
        connection.exec_driver_sql("BEGIN")


async def _take(driver: sqlite3.Connection) -> None:
    """Begins a write transaction. If another program is writing, this task waits; if the driver waited, the
    whole loop would."""
    loop = asyncio.get_running_loop()
    until = loop.time() + PATIENCE
    while not driver.in_transaction:
        try:
            driver.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError as problem:
            if problem.sqlite_errorcode != sqlite3.SQLITE_BUSY or loop.time() > until:
                raise
            await asyncio.sleep(PAUSE)
