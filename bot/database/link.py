"""What whoever reads or writes is given: statements in, rows out."""

import asyncio
import sqlite3
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol, TypeAlias, TypeVar, TypeVarTuple, overload

import asyncpg
from sqlalchemy import Connection, CursorResult, Dialect, Engine, Executable
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlalchemy.sql.selectable import TypedReturnsRows

from bot.database.prepared import Rows, Sql, Values, is_prepared, sql_of

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
        sql, given = _prepare(statement, parameters, self.dialect)
        if isinstance(given[0], list):
            return Rows((), self._driver.executemany(sql.text, given).rowcount)
        cursor = self._driver.execute(sql.text, given)
        return sql.rows(cursor, cursor.rowcount)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        await self._breathe()
        return work(self._connected())

    async def _breathe(self) -> None:
        now = time.monotonic()
        if now > FileLink._breathed + BREATH:
            FileLink._breathed = now
            await asyncio.sleep(0)


class ServerLink:
    """To a server, past SQLAlchemy where a statement allows it."""

    def __init__(
        self, driver: asyncpg.Connection, connect: Callable[[], Awaitable[AsyncConnection]], dialect: Dialect
    ) -> None:
        self.dialect = dialect
        self._driver = driver
        self._connect = connect
        self._connection: AsyncConnection | None = None

    async def execute(self, statement: Any, parameters: Parameters = None) -> Any:
        if not is_prepared(statement):
            return await (await self._connected()).execute(statement, parameters)
        sql, given = _prepare(statement, parameters, self.dialect)
        if isinstance(given[0], list):
            await self._driver.executemany(sql.text, given)
            return Rows((), len(given))
        if sql.row is None:
            status = await self._driver.execute(sql.text, *given)
            return Rows((), int(status.rpartition(" ")[2]))
        return sql.rows(await self._driver.fetch(sql.text, *given), 0)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        return await (await self._connected()).run_sync(work)

    async def _connected(self) -> AsyncConnection:
        if self._connection is None:
            self._connection = await self._connect()
        return self._connection


def _prepare(statement: Executable, parameters: Parameters, dialect: Dialect) -> tuple[Sql, list[Any]]:
    """Also for many rows at once, which all have the same columns."""
    if isinstance(parameters, Mapping):
        sql = sql_of(statement, parameters, dialect)
        return sql, sql.arguments(parameters)
    rows = parameters or ()
    sql = sql_of(statement, rows[0], dialect)
    return sql, [sql.arguments(row) for row in rows]
