"""Queries an SQLite or PostgreSQL database without the bot's code."""

import sqlite3
from contextlib import closing
from typing import Any

import asyncpg

from bot.database import SQLITE


async def rows(address: str, query: str) -> list[tuple[Any, ...]]:
    if address.startswith(SQLITE):
        with closing(sqlite3.connect(address.removeprefix(SQLITE))) as connection:
            return [tuple(row) for row in connection.execute(query)]
    link = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await link.fetch(query)]
    finally:
        await link.close()
