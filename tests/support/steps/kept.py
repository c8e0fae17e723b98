"""A database at step 0013, which the code of commit c380a778 filled: it played a duel into every state.

The rows `kept …` of its table `notes` name these duels by their ids, and the time at which it was closed.
"""

import gzip
import sqlite3
from collections.abc import Mapping
from contextlib import closing

import asyncpg

from bot.database import SQLITE
from tests.support.databases import rows
from tests.support.project import ROOT

DUMPS = ROOT / "tests" / "bot" / "database" / "steps" / "kept"
NAMED = "SELECT key, value FROM notes WHERE key LIKE 'kept %'"
AT = "at"


async def plant(address: str) -> None:
    """Makes an empty database the kept one."""
    if address.startswith(SQLITE):
        with closing(sqlite3.connect(address.removeprefix(SQLITE))) as connection:
            connection.executescript(_dump("sqlite"))
            connection.execute("PRAGMA journal_mode=WAL")
        return
    link = await asyncpg.connect(address)
    try:
        await link.execute(_dump("postgresql"))
    finally:
        await link.close()


def _dump(kind: str) -> str:
    return gzip.decompress((DUMPS / f"{kind}.sql.gz").read_bytes()).decode()


async def kept_duels(address: str) -> Mapping[str, int]:
    """The ids of duels by their state."""
    return {state: int(value) for state, value in await _named(address) if state != AT}


async def kept_at(address: str) -> float:
    return next(float(value) for state, value in await _named(address) if state == AT)


async def _named(address: str) -> list[tuple[str, str]]:
    return [(key.removeprefix("kept "), value) for key, value in await rows(address, NAMED)]
