"""What is in a database of either kind, looked at from outside; and ways to make one stumble."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import asyncpg
from sqlalchemy import text

from bench.rig.rows import rows
from bot.database import Database

__all__ = ["FAULTS", "broken", "rows", "standstill"]

FAULTS = (sqlite3.OperationalError, asyncpg.PostgresError)


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
