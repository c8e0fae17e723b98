"""What whoever reads or writes is given: statements in, rows out."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Sequence
from functools import cache
from typing import Any, Protocol, TypeAlias, TypeVar, TypeVarTuple, overload

import asyncpg
from sqlalchemy import Connection, CursorResult, Dialect, Engine, Executable
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import TypedReturnsRows

from bot.database.prepared import Rows, Values, is_prepared, sql_of

T = TypeVar("T")
Row = TypeVarTuple("Row")
Parameters: TypeAlias = Values | Sequence[Values] | None
BREATH = 0.01
"""Seconds after which whoever reads a lot lets others through."""


class Link(Protocol):
    """Of what SQLAlchemy's asynchronous connection can do, as much as we use."""

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


class FileLink:
    """To a file whose statements are run where they are asked for: most take less than a tenth of a
    millisecond, and to wait for a thread takes several times as long. Only a commit waits for the disk."""

    _breathed = 0.0

    def __init__(self, driver: sqlite3.Connection, connect: Callable[[], Connection], engine: Engine) -> None:
        self.dialect = engine.dialect
        self._driver = driver
        self._connected = cache(connect)

    async def execute(self, statement: Any, parameters: Parameters = None) -> Any:
        await self._breathe()
        if not is_prepared(statement):
            return self._connected().execute(statement, parameters)
        if isinstance(parameters, Sequence):
            sql = sql_of(statement, parameters[0], self.dialect)
            return Rows((), self._driver.executemany(sql.text, map(sql.arguments, parameters)).rowcount)
        sql = sql_of(statement, parameters or {}, self.dialect)
        cursor = self._driver.execute(sql.text, sql.arguments(parameters or {}))
        return sql.rows(cursor, cursor.rowcount)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        await self._breathe()
        return work(self._connected())

    async def _breathe(self) -> None:
        """What others take meanwhile is not counted: whoever holds the file should soon be done."""
        if time.monotonic() > FileLink._breathed + BREATH:
            await asyncio.sleep(0)
            FileLink._breathed = time.monotonic()


class ServerLink:
    """To a server, past SQLAlchemy where a statement allows it; a connection is taken when it is needed."""

    def __init__(
        self,
        borrow: Callable[[], Awaitable[asyncpg.Connection]],
        connect: Callable[[], Awaitable[AsyncConnection]],
        dialect: Dialect,
    ) -> None:
        self.dialect = dialect
        self._borrow = borrow
        self._connect = connect
        self._driver: asyncpg.Connection | None = None
        self._connection: AsyncConnection | None = None

    async def execute(self, statement: Any, parameters: Parameters = None) -> Any:
        if not is_prepared(statement):
            return await (await self._connected()).execute(statement, parameters)
        if self._driver is None:
            self._driver = await self._borrow()
        driver = self._driver
        if isinstance(parameters, Sequence):
            sql = sql_of(statement, parameters[0], self.dialect)
            await driver.executemany(sql.text, map(sql.arguments, parameters))
            return Rows((), len(parameters))
        sql = sql_of(statement, parameters or {}, self.dialect)
        given = sql.arguments(parameters or {})
        if sql.row is None:
            status = await driver.execute(sql.text, *given)
            return Rows((), int(status.rpartition(" ")[2]))
        return sql.rows(await driver.fetch(sql.text, *given), 0)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        return await (await self._connected()).run_sync(work)

    async def _connected(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._connect()
        return self._connection
