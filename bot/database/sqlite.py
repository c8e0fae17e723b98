"""One SQLite file: only one process opens it, and it is never left half written."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import TypeVar

import aiosqlite
from sqlalchemy import URL, Executable, NullPool, create_engine, event, text
from sqlalchemy.dialects import sqlite

from bot.database.base import Database, migrate
from bot.database.file.check import check_file
from bot.database.file.disk import DiskWrites, explained
from bot.database.file.journal import undo_half_written
from bot.database.file.lock import FileLocks
from bot.database.file.presence import Presence
from bot.database.file.restore import finish_restore
from bot.database.sql import NOTHING, Compiler, Link, Rows, Sql, Values
from bot.database.usage import Usage

log = logging.getLogger(__name__)
logging.getLogger(aiosqlite.__name__).setLevel(logging.INFO)  # its debug lines hold values, such as seeds

T = TypeVar("T")
COMPILER = Compiler(sqlite.dialect())
READERS, BESIDE = 4, 2
"""How many read at a time, and how many of them may take long."""
PATIENCE, PAUSE = 5.0, 0.02
"""Seconds for which the writer waits while another program writes, such as an operator's sqlite3; and between
two attempts to empty the log."""
LONGEST_LOG = 1_000
"""Pages of 4 KiB in the log, after which they are brought into the file. Four times as many saved nothing
that could be measured, and on a slow disk picks would wait for them."""
SYNCED = f"PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint={LONGEST_LOG};"
UNSYNCED = "PRAGMA synchronous=NORMAL; PRAGMA wal_autocheckpoint=0;"
"""For commits that do not wait for the disk. The next one that does takes their changes along. Only that
brings changes from the log into the file, which waits too."""
PRAGMAS = f"PRAGMA journal_mode=WAL; {SYNCED} PRAGMA foreign_keys=ON; PRAGMA secure_delete=ON"
NUMBER = "PRAGMA user_version"
"""A number that we don't use. To write it as it is finds out whether the file can be written."""
AGAIN_AFTER = 0.01
"""Seconds after which a statement that goes on is interrupted once more."""
PROBE_PATIENCE, PROBED_BY_WRITES = 2.0, 10.0
"""Seconds that a probe may take, and for which a successful write makes a probe unnecessary."""
SLOW = f"To save something in the database takes longer than {PROBE_PATIENCE:.0f} seconds."
FORGET_PATIENCE = 10.0
"""Seconds to wait until nobody reads what was deleted."""


class FileLink:
    """A link to an SQLite file. The connection's thread executes a statement and fetches all its rows."""

    def __init__(self, connection: aiosqlite.Connection, *, reads: bool) -> None:
        """A statement that only `reads` is interrupted when its task is cancelled."""
        self._connection = connection
        self._reads = reads

    async def execute(self, statement: Executable, values: Values | Sequence[Values] = NOTHING) -> Rows:
        if isinstance(values, Sequence):
            sql = COMPILER.sql_of(statement, values[0])
            many = self._connection.executemany(sql.text, [sql.arguments(each) for each in values])
            return Rows((), (await self._ended(many)).rowcount)
        return await self._run(COMPILER.sql_of(statement, values), values)

    async def _run(self, sql: Sql, values: Values) -> Rows:
        if sql.row is None:
            done = await self._ended(self._connection.execute(sql.text, sql.arguments(values)))
            return Rows((), done.rowcount)
        found = [*await self._ended(self._connection.execute_fetchall(sql.text, sql.arguments(values)))]
        return Rows(map(sql.row, found), len(found))

    async def script(self, commands: str) -> None:
        """Executes commands that need no values and find no rows."""
        await self._ended(self._connection.executescript(commands))

    async def commit(self) -> None:
        await self._ended(self._connection.commit())

    async def undo(self) -> None:
        """Ends a transaction without its changes, if one is open."""
        with suppress(ValueError, sqlite3.ProgrammingError):  # the connection is closed
            if self._connection.in_transaction:
                await self._ended(self._connection.rollback())

    async def _ended(self, work: Awaitable[T]) -> T:
        """Waits until the connection's thread is done, also when the task is cancelled: only then others may
        use the connection."""
        try:
            return await work
        except asyncio.CancelledError:
            await self._wait_for_thread()
            raise

    async def _wait_for_thread(self) -> None:
        """However often the task is cancelled. The thread does everything in turn, so it is done with what
        was asked before when it answers."""
        answer = asyncio.ensure_future(_answer(self._connection))
        while not answer.done():
            if self._reads:
                with suppress(ValueError):  # the connection is closed
                    await self._connection.interrupt()
            with suppress(asyncio.CancelledError):
                await asyncio.wait([answer], timeout=AGAIN_AFTER if self._reads else None)
            if answer.cancelled():  # with all tasks, at the end of the process
                answer = asyncio.ensure_future(_answer(self._connection))


async def _answer(connection: aiosqlite.Connection) -> None:
    with suppress(ValueError, sqlite3.Error):  # closed, or interrupted
        await connection.execute_fetchall(NUMBER)


class SqliteFile(Database):
    """One connection writes: what it knows of the file stays true from one commit to the next. Every write
    holds `_alone`. A few connections read."""

    def __init__(self, path: Path, writer: aiosqlite.Connection, presence: Presence) -> None:
        self.writer = writer
        self._is_synced = True
        """Whether the writer's commits wait for the disk."""
        self._path = str(path)
        self._readers = asyncio.Semaphore(READERS)
        self._beside = asyncio.Semaphore(BESIDE)
        self._idle: list[aiosqlite.Connection] = []
        """Connections for reads that nobody uses."""
        self._reading: set[aiosqlite.Connection] = set()
        self._alone = asyncio.Lock()
        self._usage = Usage()
        self._presence = presence
        self._disk = DiskWrites(presence)
        self._writing = FileLink(writer, reads=False)
        self._closing = AsyncExitStack()
        self._probing: asyncio.Task[str | None] | None = None

    @classmethod
    async def open(cls, path: str) -> "SqliteFile":
        """Whatever fails on the way, no lock, thread or connection is left."""
        with explained(path):
            async with AsyncExitStack() as stack:
                locks = FileLocks(path)
                stack.callback(locks.release)
                await asyncio.to_thread(_prepare, locks)
                writer = await _connected(str(locks.path), PATIENCE)
                stack.push_async_callback(writer.close)
                await _write_something(writer)
                database = cls(locks.path, writer, Presence(Path(path)))
                stack.push_async_callback(database._close_readers)
                await database._empty_log()  # a bot that was killed may have left deleted data in it
                database._closing = stack.pop_all()
        return database

    async def close(self) -> None:
        await self._usage.end()
        async with self._alone:
            await self._closing.aclose()

    async def _close_readers(self) -> None:
        for reader in (*self._reading, *self._idle):
            await reader.interrupt()
            await reader.close()

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
            async with self.writing() as link:
                number = (await link.execute(text(NUMBER))).scalar()
                await link.execute(text(f"{NUMBER} = {number}"))
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
        """False if somebody is reading. A reader's connection does it, because that waits for nobody."""
        with self._usage.use():
            async with self._reader() as link, self._alone:
                with self._disk.watched():
                    ((is_busy, _, _),) = await link.execute(text("PRAGMA wal_checkpoint(TRUNCATE)"))
                    return not is_busy

    async def execute(self, statement: Executable, values: Values = NOTHING, *, lasting: bool = True) -> Rows:
        with self._usage.use():
            if not statement.is_dml:
                self._presence.require()
                async with self._reader() as link:
                    return await link.execute(statement, values)
            async with self._alone:
                with self._disk.watched():
                    if self._is_synced != lasting:
                        await self._writing.script(self._sync(lasting=lasting))
                    return await self._writing.execute(statement, values)

    @asynccontextmanager
    async def writing(
        self,
        people: Collection[int] = (),  # noqa: ARG002 - there is one process and one transaction at a time
        *,
        lasting: bool = True,
        in_line: bool = True,  # noqa: ARG002
    ) -> AsyncIterator[Link]:
        with self._usage.use():
            async with self._alone:
                with self._disk.watched():
                    try:
                        await self._writing.script(f"{self._sync(lasting=lasting)} BEGIN IMMEDIATE")
                        yield self._writing
                        await self._writing.commit()
                    finally:
                        await self._writing.undo()  # a commit that failed must not be left to the next one

    async def repeated(self, work: Callable[[], Awaitable[T]], *, if_lost: bool = False) -> T:  # noqa: ARG002
        """Nobody else writes to the file, and it is never out of reach."""
        return await work()

    def _sync(self, *, lasting: bool) -> str:
        """What makes the writer's commits wait for the disk or not, if they do otherwise."""
        if self._is_synced == lasting:
            return ""
        self._is_synced = lasting
        return SYNCED if lasting else UNSYNCED

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[Link]:
        """All statements see one moment of the database. What was written to a file that is gone is not
        shown: no restart will find it."""
        with self._usage.use():
            self._presence.require()
            async with self._reader() as link:
                try:
                    await link.script("BEGIN")
                    yield link
                finally:
                    await link.undo()

    @asynccontextmanager
    async def reading_beside(self) -> AsyncIterator[Link]:
        """Those inside must not ask for another such link."""
        async with self._beside, self.reading() as link:
            yield link

    @asynccontextmanager
    async def _reader(self) -> AsyncIterator[FileLink]:
        async with self._readers:
            reader = self._idle.pop() if self._idle else await _connected(self._path, 0)
            self._reading.add(reader)
            try:
                yield FileLink(reader, reads=True)
            finally:
                self._reading.discard(reader)
                self._idle.append(reader)


def _prepare(locks: FileLocks) -> None:
    """Locks the file, creates it if there is none, and brings its tables up to date."""
    locks.take_name()
    finish_restore(locks.path)
    if not locks.path.exists():
        locks.path.touch()
    locks.take_file()
    undo_half_written(locks.path)
    check_file(locks.path)
    _upgrade(locks.path)


def _upgrade(path: Path) -> None:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": PATIENCE, "isolation_level": None},  # no BEGIN of the driver's own
        poolclass=NullPool,
        hide_parameters=True,  # errors are logged
    )
    event.listen(engine, "connect", lambda connection, _: connection.executescript(PRAGMAS))
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.begin() as connection:
        migrate(connection)


async def _connected(path: str, patience: float) -> aiosqlite.Connection:
    """The driver's own BEGIN is turned off, which would leave changes of tables outside of transactions."""
    connection = await aiosqlite.connect(path, timeout=patience, isolation_level=None)
    try:
        await connection.executescript(PRAGMAS)
    except BaseException:
        await connection.close()
        raise
    return connection


async def _write_something(writer: aiosqlite.Connection) -> None:
    """To begin a transaction works on a read-only file, too."""
    ((number,),) = await writer.execute_fetchall(NUMBER)
    await writer.executescript(f"BEGIN IMMEDIATE; {NUMBER} = {number}; COMMIT")
