"""A link to the database, as readers and writers are given it: statements in, rows out."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import Executor
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias, TypeVar, TypeVarTuple, overload

from sqlalchemy import Connection, CursorResult, Dialect, Executable
from sqlalchemy.sql.selectable import TypedReturnsRows

from bot.database.prepared import Compiler, Rows, Values, is_prepared
from bot.database.threads import in_thread

if TYPE_CHECKING:
    import asyncpg

    from bot.database.postgres.engine import ServerConnection

T = TypeVar("T")
Row = TypeVarTuple("Row")
Parameters: TypeAlias = Values | list[Any] | None
YIELD_AFTER = 0.01
"""Seconds of statements, after which other tasks get a moment."""


class Link(Protocol):
    """Those methods of SQLAlchemy's asynchronous connection that we use."""

    @property
    def dialect(self) -> Dialect: ...

    @overload
    async def execute(
        self, statement: TypedReturnsRows[*Row], parameters: Parameters = None
    ) -> CursorResult[*Row]: ...

    @overload
    async def execute(
        self, statement: Executable, parameters: Parameters = None
    ) -> CursorResult[*tuple[Any, ...]]: ...

    async def run_sync(self, work: Callable[[Connection], T]) -> T: ...


class Breaks:
    """Lets other tasks run while one executes many statements; all links to one file share it."""

    def __init__(self) -> None:
        self._last = 0.0

    @property
    def is_due(self) -> bool:
        """Every 10 ms of our own work; the time that others take isn't counted."""
        return time.monotonic() > self._last + YIELD_AFTER

    async def take(self) -> None:
        await asyncio.sleep(0)
        self._last = time.monotonic()


class FileLink:
    """A link to an SQLite file. It executes statements in the loop's own thread: most take less than a tenth
    of a millisecond, and waiting for another thread takes several times as long. Only a commit waits for the
    disk."""

    def __init__(
        self,
        driver: sqlite3.Connection,
        connect: Callable[[], Connection],
        compiler: Compiler,
        breaks: Breaks,
    ) -> None:
        self._driver = driver
        self._connect = connect
        self._connection: Connection | None = None
        self._compiler = compiler
        self._breaks = breaks

    @property
    def dialect(self) -> Dialect:
        return self._compiler.dialect

    async def execute(self, statement: Any, parameters: Parameters = None) -> Any:
        if self._breaks.is_due:
            await self._breaks.take()
        if not is_prepared(statement):
            return self._connected().execute(statement, parameters)
        if isinstance(parameters, list):
            sql = self._compiler.sql_of(statement, parameters[0])
            return Rows((), self._driver.executemany(sql.text, map(sql.arguments, parameters)).rowcount)
        sql = self._compiler.sql_of(statement, parameters or {})
        cursor = self._driver.execute(sql.text, sql.arguments(parameters or {}))
        return sql.rows(cursor, cursor.rowcount)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        if self._breaks.is_due:
            await self._breaks.take()
        return work(self._connected())

    def close(self) -> None:
        """Gives the connection of SQLAlchemy back, if there was any need for one."""
        if self._connection is not None:
            self._connection.close()

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection


class ThreadLink:
    """A link to an SQLite file for reads that can be big. A thread executes every statement and fetches all
    its rows. If the task is cancelled, the statement is interrupted."""

    def __init__(self, connect: Callable[[], Connection], dialect: Dialect, threads: Executor) -> None:
        self.dialect = dialect
        self._connect = connect
        self._threads = threads
        self._connection: Connection | None = None

    async def execute(self, statement: Any, parameters: Parameters = None) -> Any:
        fetched = await self.run_sync(lambda connection: connection.execute(statement, parameters).freeze())
        return fetched()

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        return await in_thread(self._threads, lambda: work(self._connected()), self.interrupt)

    def close(self) -> None:
        """Gives the connection back."""
        if self._connection is not None:
            self._connection.close()

    def interrupt(self) -> None:
        """Ends the statement that is being executed, if there is one, with an error."""
        if self._connection is not None and not self._connection.closed:
            driver: Any = self._connection.connection.dbapi_connection
            driver.interrupt()

    def _connected(self) -> Connection:
        if self._connection is None:
            self._connection = self._connect()
        return self._connection


class ServerLink:
    """A link to a PostgreSQL server. It connects on first use; prepared statements bypass SQLAlchemy."""

    def __init__(
        self,
        borrow: "Callable[[], Awaitable[asyncpg.Connection]]",
        connect: "Callable[[], Awaitable[ServerConnection]]",
        compiler: Compiler,
        limit: float | None = None,
        driver: "asyncpg.Connection | None" = None,
    ) -> None:
        """`limit`: seconds that a prepared statement may take; None: as the connection has it. With a
        `driver` nothing is borrowed."""
        self.dialect = compiler.dialect
        self._compiler = compiler
        self._limit = limit
        self._borrow = borrow
        self._connect = connect
        self._driver = driver
        self._connection: ServerConnection | None = None

    async def execute(self, statement: Any, parameters: Parameters = None) -> Any:
        if not is_prepared(statement):
            return await (await self._connected()).execute(statement, parameters)
        if self._driver is None:
            self._driver = await self._borrow()
        driver = self._driver
        if isinstance(parameters, list):
            sql = self._compiler.sql_of(statement, parameters[0])
            await driver.executemany(sql.text, map(sql.arguments, parameters), timeout=self._limit)
            return Rows((), len(parameters))
        sql = self._compiler.sql_of(statement, parameters or {})
        arguments = sql.arguments(parameters or {})
        if sql.row is None:
            status = await driver.execute(sql.text, *arguments, timeout=self._limit)
            return Rows((), int(status.rpartition(" ")[2]))
        return sql.rows(await driver.fetch(sql.text, *arguments, timeout=self._limit), 0)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        return await (await self._connected()).run_sync(work)

    async def _connected(self) -> "ServerConnection":
        if self._connection is None:
            self._connection = await self._connect()
        return self._connection
