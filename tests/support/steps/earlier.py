"""Databases as earlier commits left them: dumps in `tests/bot/database/earlier`, one for each commit.

`migrations/versions` had 23 different contents; for each there is at least one commit. `record.py` makes the
dumps.
"""

import asyncio
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import asyncpg

from bot.database import SQLITE
from tests.support.project import ROOT

DUMPS = ROOT / "tests" / "bot" / "database" / "earlier"
BEFORE_POSTGRESQL = (
    "b7ff9ca",
    "b8d4e69",
    "a7f9b92",
    "ce48c25",
    "c691a2a",
    "c880077",
    "1843c2a",
    "e24f134",
    "4ab96d7",
    "5b2b39a",
    "2ada7bd",
    "b887512",
    "3fce61c",
)
WITH_POSTGRESQL = (
    "7f640af",
    "832036f",
    "bddf2d4",
    "503a196",
    "d85d74f",
    "962037f",
    "de97e87",
    "cc9e0ca",
    "9110f20",
    "95f48c8",
    "326d62a",
    "8f867ae",
    "5b85f9b",
    "00cb7ad",
    "3976a1c",
    "3b69111",
)
COMMITS = {"sqlite": (*BEFORE_POSTGRESQL, *WITH_POSTGRESQL), "postgresql": WITH_POSTGRESQL}
"""The commits of each kind of database, the oldest first."""


def dump_of(kind: str, commit: str) -> Path:
    return DUMPS / kind / f"{commit}.sql"


async def plant(address: str, commit: str) -> None:
    """Makes an empty database the one that this commit left."""
    if address.startswith(SQLITE):
        with closing(sqlite3.connect(address.removeprefix(SQLITE))) as connection:
            connection.executescript(dump_of("sqlite", commit).read_text(encoding="utf-8"))
            connection.execute("PRAGMA journal_mode=WAL")
        return
    link = await asyncpg.connect(address)
    try:
        await link.execute(dump_of("postgresql", commit).read_text(encoding="utf-8"))
    finally:
        await link.close()


class Bare:
    """One database on a server, whose tables are all dropped for each test."""

    def __init__(self, address: str) -> None:
        self._address = address

    def address(self) -> str:
        with ThreadPoolExecutor(1) as thread:
            thread.submit(asyncio.run, self._drop()).result()
        return self._address

    async def _drop(self) -> None:
        link = await asyncpg.connect(self._address)
        try:
            await link.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        finally:
            await link.close()
