"""Checks an SQLite file before it is used: is every page of it whole?

This takes about half a second of processor time for every hundred thousand duels. Nothing is written: a
damaged file may be the only copy.
"""

import sqlite3
from pathlib import Path
from urllib.parse import quote

import aiosqlite

from bot.database.base import Unusable

WHOLE = "ok"
ADVICE = "Nothing was changed. Put a backup in its place, or save what can be read with sqlite3's .recover."


async def check_file(path: str) -> None:
    if not Path(path).exists():
        return
    flaw = await _first_flaw(path)
    if flaw is not None:
        raise Unusable(f"The database {path} is damaged ({flaw}). {ADVICE}")


async def _first_flaw(path: str) -> str | None:
    """What SQLite finds wrong with the file, through a connection that can't write; None if it is whole."""
    try:
        async with aiosqlite.connect(f"file:{quote(path)}?mode=ro", uri=True) as connection:
            ((found,),) = await connection.execute_fetchall("PRAGMA quick_check(1)")
    except sqlite3.DatabaseError as problem:
        if isinstance(problem, sqlite3.OperationalError):
            raise
        return str(problem)
    return None if found == WHOLE else " ".join(str(found).split())
