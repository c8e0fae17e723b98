"""One SQLite file: opened by one process, brought up to date, and never left half written."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import aiosqlite
from alembic import command
from alembic.config import Config as AlembicConfig
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from filelock import FileLock, Timeout
from sqlalchemy import Connection, event
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

MIGRATIONS = Path(__file__).parent.parent / "migrations"
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000")


class Unusable(Exception):  # noqa: N818 - named after what it says of the database
    """A database that can't be used, and a sentence that says why."""


class Database:
    """Two connections to one file: `engine` for everything, `appender` for picks, which can't wait.

    Whoever writes holds `writing`, so the two never get in each other's way.
    """

    def __init__(self, engine: AsyncEngine, appender: aiosqlite.Connection, lock: FileLock) -> None:
        self.appender = appender
        self.writing = asyncio.Lock()
        self._engine = engine
        self._lock = lock

    @classmethod
    async def open(cls, path: str) -> "Database":
        lock = _lock(path)
        try:
            appender = await _connect(path)
        except sqlite3.Error as problem:
            lock.release()
            raise Unusable(f"Can't use {path}: {problem}.") from None
        engine = create_async_engine(f"sqlite+aiosqlite:///{path}", pool_size=1, max_overflow=0)
        event.listen(engine.sync_engine, "connect", _prepare)
        event.listen(engine.sync_engine, "begin", _begin)
        database = cls(engine, appender, lock)
        try:
            async with database.transaction() as connection:
                await connection.run_sync(_migrate)
        except BaseException:
            await database.close()
            raise
        return database

    async def close(self) -> None:
        async with self.writing:
            await self.appender.close()
            await self._engine.dispose()
        self._lock.release()

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[AsyncConnection]:
        """Everything inside happens, or nothing."""
        async with self.writing, self._engine.begin() as connection:
            yield connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        async with self._engine.connect() as connection:
            yield connection


async def back_up(path: str, copy: str) -> None:
    """A consistent copy, also while the bot is running."""
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
    """A connection that has seen that there is a database, or room for one."""
    connection = await aiosqlite.connect(path, isolation_level=None)
    try:
        for pragma in PRAGMAS:
            await connection.execute(f"PRAGMA {pragma}")
        await connection.execute_fetchall("SELECT count(*) FROM sqlite_master")
    except BaseException:
        await connection.close()
        raise
    return connection


def _prepare(connection: Any, _record: object) -> None:
    """We say BEGIN ourselves: the driver's own way would leave changes of the schema outside."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")


def _migrate(connection: Connection) -> None:
    config = AlembicConfig()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    script = ScriptDirectory.from_config(config)
    current = MigrationContext.configure(connection).get_current_revision()
    if current is not None and current not in {step.revision for step in script.walk_revisions()}:
        raise Unusable(
            f"A newer Gauntlet made this database (step {current}). Update Gauntlet; nothing was changed."
        )
    command.upgrade(config, "head")
