"""Makes, reads and fills databases on SQLite and PostgreSQL without the bot's code."""

import os
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import asyncpg

from bench.rig import postgres
from bot.database import SQLITE

DATABASES = ("sqlite", "postgresql")


@contextmanager
def databases(kind: str, names: Iterable[str]) -> Iterator[dict[str, str]]:
    """The addresses of empty databases, by these names. They make every commit durable, and are deleted
    afterwards."""
    with TemporaryDirectory(dir=os.environ.get("BENCH_DIR", ".")) as folder:
        if kind == "sqlite":
            yield {name: f"{SQLITE}{Path(folder).resolve() / name}.db" for name in names}
            return
        with postgres.running(durable=True) as server:
            yield {name: server.make(name) for name in names}


async def rows(address: str, query: str) -> list[tuple[Any, ...]]:
    if address.startswith(SQLITE):
        with closing(sqlite3.connect(address.removeprefix(SQLITE))) as connection:
            return [tuple(row) for row in connection.execute(query)]
    link = await asyncpg.connect(address)
    try:
        return [tuple(row) for row in await link.fetch(query)]
    finally:
        await link.close()


async def add_rows(address: str, table: str, columns: str, values: Sequence[tuple[object, ...]]) -> None:
    """`columns` are names with commas between them."""
    insert, numbers = f"INSERT INTO {table} ({columns}) VALUES", range(1, columns.count(",") + 2)
    if address.startswith(SQLITE):
        with closing(sqlite3.connect(address.removeprefix(SQLITE))) as connection, connection:
            connection.executemany(f"{insert} ({', '.join('?' for _ in numbers)})", values)
        return
    link = await asyncpg.connect(address)
    try:
        await link.executemany(f"{insert} ({', '.join(f'${each}' for each in numbers)})", values)
    finally:
        await link.close()
