"""What is in a database of either kind, looked at from outside; and ways to make one stumble."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from typing import Any

import asyncpg
from sqlalchemy import text

from bot.database import SQLITE, Database

FAULTS = (sqlite3.OperationalError, asyncpg.PostgresError)


async def rows(address: str, query: str) -> list[tuple[Any, ...]]:
    if address.startswith(SQLITE):
        with closing(sqlite3.connect(address.removeprefix(SQLITE))) as connection:
            return [tuple(row) for row in connection.execute(query)]
    link = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await link.fetch(query)]
    finally:
        await link.close()


@asynccontextmanager
async def standstill(database: Database) -> AsyncIterator[None]:
    """Nothing about any duel can be saved meanwhile."""
    async with database.transaction() as connection:
        await connection.execute(text("UPDATE duels SET reminded = reminded"))
        yield


@asynccontextmanager
async def broken(database: Database) -> AsyncIterator[None]:
    """No pick can be saved meanwhile."""
    await _tell(database, "ALTER TABLE picks RENAME TO mislaid")
    yield
    await _tell(database, "ALTER TABLE mislaid RENAME TO picks")


async def _tell(database: Database, command: str) -> None:
    async with database.transaction() as connection:
        await connection.execute(text(command))
