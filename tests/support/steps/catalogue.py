"""Everything that a database holds, tables and rows, read without the bot's code."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, NullPool, create_engine, inspect
from sqlalchemy.ext.asyncio import create_async_engine

from bot.database import POSTGRESQL, SQLITE

T = TypeVar("T")

COLUMNS = """
SELECT table_name, column_name, data_type, is_nullable, column_default
FROM information_schema.columns WHERE table_schema = 'public' ORDER BY table_name, ordinal_position
"""
INDEXES = "SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1"
CONSTRAINTS = """
SELECT conrelid::regclass::text, pg_get_constraintdef(oid) FROM pg_constraint
WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2
"""
COMPACT = "SELECT name FROM sqlite_master WHERE sql LIKE '%WITHOUT ROWID%'"
FILE_INDEXES = "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"
CASTS = re.compile(r"::character varying|::text(\[\])?|[()]")
"""Left out of comparisons: pg_dump puts casts and brackets at other places."""
TABLES = "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1"


async def contents(address: str) -> list[str]:
    """All definitions and all rows, as text."""
    if address.startswith(SQLITE):
        with closing(sqlite3.connect(address.removeprefix(SQLITE))) as connection:
            return [*connection.iterdump()]
    link = await asyncpg.connect(address)
    try:
        found = [str(row) for query in (COLUMNS, INDEXES, CONSTRAINTS) for row in await link.fetch(query)]
        for (table,) in await link.fetch(TABLES):
            found += sorted(str(row) for row in await link.fetch(f'SELECT * FROM "{table}"'))  # noqa: S608
    finally:
        await link.close()
    return found


async def definitions(address: str) -> dict[str, Any]:
    """How every table and every index is defined, columns in their order."""
    if not address.startswith(SQLITE):
        link = await asyncpg.connect(address)
        try:
            queries = (COLUMNS, INDEXES, CONSTRAINTS)
            return {query: [CASTS.sub("", str(row)) for row in await link.fetch(query)] for query in queries}
        finally:
            await link.close()
    return await run(address, _definitions)


def _definitions(connection: Connection) -> dict[str, Any]:
    seen = inspect(connection)
    compact = {*connection.exec_driver_sql(COMPACT).scalars()}
    tables = {
        table: (
            [{**column, "type": str(column["type"])} for column in seen.get_columns(table)],
            seen.get_pk_constraint(table),
            sorted(seen.get_foreign_keys(table), key=str),
            table in compact,
        )
        for table in seen.get_table_names()
    }
    return {**tables, "indexes": [*connection.exec_driver_sql(FILE_INDEXES).scalars()]}


async def run(address: str, work: Callable[[Connection], T]) -> T:
    """Does the work in a transaction of its own; nothing is brought up to date before."""
    if address.startswith(SQLITE):
        with create_engine(address, poolclass=NullPool).begin() as connection:
            return work(connection)
    engine = create_async_engine(address.replace(POSTGRESQL, "postgresql+asyncpg://"), poolclass=NullPool)
    async with engine.begin() as link:
        return await link.run_sync(work)
