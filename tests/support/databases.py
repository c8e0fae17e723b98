"""Reads databases without the bot's code, and makes them fail."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

import asyncpg
from sqlalchemy import text

from bench.rig.rows import rows
from bot.database import Database

__all__ = [
    "DATABASE_ERRORS",
    "Request",
    "duels_locked",
    "picks_unsavable",
    "rows",
    "server_link",
    "table_hidden",
]

Request: TypeAlias = tuple[str, tuple[Any, ...]]
"""A statement that was sent to a server, and its values."""
DATABASE_ERRORS = (sqlite3.OperationalError, asyncpg.PostgresError)


@asynccontextmanager
async def server_link(address: str) -> AsyncIterator[asyncpg.Connection]:
    """A connection of the driver itself, which is closed also when the test fails."""
    link = await asyncpg.connect(address)
    try:
        yield link
    finally:
        await link.close()


@asynccontextmanager
async def duels_locked(database: Database) -> AsyncIterator[None]:
    """Locks the table of duels, so that no change of a duel can be saved."""
    async with database.writing() as connection:
        await connection.execute(text("UPDATE duels SET reminded = reminded"))
        yield


@asynccontextmanager
async def picks_unsavable(database: Database) -> AsyncIterator[None]:
    """Hides the table of picks, so that no pick can be saved."""
    async with table_hidden(database, "picks"):
        yield


@asynccontextmanager
async def table_hidden(database: Database, table: str) -> AsyncIterator[None]:
    """Hides a table, so that everything that reads or writes it fails."""
    await _execute(database, f"ALTER TABLE {table} RENAME TO hidden_{table}")
    yield
    await _execute(database, f"ALTER TABLE hidden_{table} RENAME TO {table}")


async def _execute(database: Database, command: str) -> None:
    async with database.writing() as connection:
        await connection.execute(text(command))
