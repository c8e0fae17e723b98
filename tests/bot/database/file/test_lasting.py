"""What has to last is synced to the disk before anybody is told. What can be found out again is not."""

from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path

import pytest
from sqlalchemy import bindparam, insert, update

from bot.database import open_database
from bot.database.schema import people
from bot.database.sqlite import SqliteFile

ADD = insert(people).values(id=1, notify=False)
SET = update(people).where(people.c.id == bindparam("who"))
NORMAL, FULL = 1, 2
"""What SQLite calls them: in a log, only the second waits for the disk at every commit."""
MANY = 3_000
"""Commits, in which SQLite brings its log into the file more than once."""


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteFile]:
    opened = await open_database(str(tmp_path / "gauntlet.db"))
    assert isinstance(opened, SqliteFile)
    async with opened.writing() as connection:
        await connection.execute(ADD)
    yield opened
    await opened.close()


@pytest.mark.parametrize("order", [*product([True, False], repeat=3)])
async def test_only_what_has_to_last_is_synced_to_the_disk(
    database: SqliteFile, order: tuple[bool, ...]
) -> None:
    """Both kinds go through one connection, in any order."""
    for lasting in order:
        for alone in (True, False):
            if alone:
                await database.execute(SET, {"who": 1, "bell": lasting}, lasting=lasting)
            else:
                async with database.writing(lasting=lasting) as connection:
                    await connection.execute(SET, {"who": 1, "bell": lasting})
            assert await synced(database) == (FULL if lasting else NORMAL)


async def test_an_error_undoes_what_need_not_last(database: SqliteFile) -> None:
    with pytest.raises(ZeroDivisionError):
        await fail(database)
    assert await is_notified(database) is False
    await database.execute(SET, {"who": 1, "notify": True}, lasting=False)
    assert await is_notified(database) is True


async def test_the_log_stays_small_as_long_as_something_lasts(database: SqliteFile, tmp_path: Path) -> None:
    for number in range(MANY):
        await database.execute(SET, {"who": 1, "notify": number % 2 == 0}, lasting=number % 3 == 0)
    assert (tmp_path / "gauntlet.db-wal").stat().st_size < MANY * 4096 / 2


async def is_notified(database: SqliteFile) -> bool:
    async with database.reading() as connection:
        (row,) = await connection.execute(people.select())
    return bool(row.notify)


async def fail(database: SqliteFile) -> None:
    async with database.writing(lasting=False) as connection:
        await connection.execute(SET, {"who": 1, "notify": True})
        raise ZeroDivisionError


async def synced(database: SqliteFile) -> int:
    ((mode,),) = await database.writer.execute_fetchall("PRAGMA synchronous")
    return int(mode)
