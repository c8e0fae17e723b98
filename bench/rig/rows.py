"""Reads and fills an SQLite or PostgreSQL database without the bot's code."""

import sqlite3
from collections.abc import Sequence
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


async def add_rows(
    address: str, table: str, columns: Sequence[str], values: Sequence[tuple[object, ...]]
) -> None:
    insert = f"INSERT INTO {table} ({', '.join(columns)}) VALUES"
    if address.startswith(SQLITE):
        with closing(sqlite3.connect(address.removeprefix(SQLITE))) as connection, connection:
            connection.executemany(f"{insert} ({', '.join('?' * len(columns))})", values)
        return
    link = await asyncpg.connect(address)
    try:
        marks = ", ".join(f"${number}" for number in range(1, len(columns) + 1))
        await link.executemany(f"{insert} ({marks})", values)
    finally:
        await link.close()
