"""Databases that are empty and up to date, without the time that it takes to make one."""

import asyncio
import shutil
from pathlib import Path

import asyncpg

from bench.rig.postgres import Postgres
from bot.database import SQLITE, open_database

FRESH, IN_USE = "fresh", "test"
EVICT = """
SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
"""
SHAPE = """
SELECT (SELECT version_num FROM alembic_version), array_agg(relname ORDER BY relname)
FROM pg_class WHERE relnamespace = 'public'::regnamespace
"""
USED = """
SELECT string_agg(quote_ident(relname), ', ') FROM pg_class
WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'alembic_version'
AND pg_relation_size(oid) > 0
"""


async def _make(address: str) -> None:
    await (await open_database(address)).close()


class BlankFiles:
    """Copies of one SQLite file."""

    def __init__(self, folder: Path) -> None:
        self._original = folder / "blank.db"
        asyncio.run(_make(f"{SQLITE}{self._original}"))

    def put(self, path: Path) -> str:
        shutil.copyfile(self._original, path)
        return f"{SQLITE}{path}"


class BlankServer:
    """One database on a server, emptied for each test; it is made anew when a test changed more than rows.

    To make one takes the server a hundred times as long as to empty one.
    """

    def __init__(self, server: Postgres) -> None:
        self._server = server
        asyncio.run(_make(server.make(FRESH)))
        self._address = server.make(IN_USE, FRESH)
        self._shape = asyncio.run(self._look())

    def address(self) -> str:
        if not asyncio.run(self._is_emptied()):
            self._server.drop(IN_USE)
            self._server.make(IN_USE, FRESH)
        return self._address

    async def _is_emptied(self) -> bool:
        link = await asyncpg.connect(self._address)
        try:
            await link.execute(EVICT)
            if await link.fetchrow(SHAPE) != self._shape:
                return False
            if used := await link.fetchval(USED):
                await link.execute(f"TRUNCATE {used} RESTART IDENTITY CASCADE")
        except asyncpg.PostgresError:
            return False
        finally:
            await link.close()
        return True

    async def _look(self) -> asyncpg.Record:
        link = await asyncpg.connect(self._address)
        try:
            return await link.fetchrow(SHAPE)
        finally:
            await link.close()
