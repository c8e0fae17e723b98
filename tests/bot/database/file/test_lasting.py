"""What has to last is synced to the disk before anybody is told. What can be found out again is not."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from itertools import product
from pathlib import Path
from threading import Event

import pytest
from sqlalchemy import bindparam, insert, update

from bot.database import open_database
from bot.database.prepared import prepared
from bot.database.schema import people
from bot.database.sqlite import SqliteFile

ADD = insert(people).values(id=1, notify=False)
SET = prepared(update(people).where(people.c.id == bindparam("who")))
NORMAL, FULL = 1, 2
"""What SQLite calls them: in a log, only the second waits for the disk at every commit."""
MANY = 3_000
"""Commits, in which SQLite brings its log into the file more than once."""


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[SqliteFile]:
    opened = await open_database(str(tmp_path / "gauntlet.db"))
    assert isinstance(opened, SqliteFile)
    async with opened.transaction() as connection:
        await connection.execute(ADD)
    yield opened
    await opened.close()


@pytest.mark.parametrize("order", [*product([True, False], repeat=3)])
async def test_only_what_has_to_last_is_synced_to_the_disk(
    database: SqliteFile, order: tuple[bool, ...]
) -> None:
    """Both kinds go through one connection, in any order."""
    for lasting in order:
        async with database.saving(lasting=lasting) as connection:
            await connection.execute(SET, {"who": 1, "bell": lasting})
            assert synced(database.writer) == (FULL if lasting else NORMAL)
    assert await database._write(synced) == FULL


async def test_a_disk_that_hangs_stops_no_other_task(database: SqliteFile) -> None:
    may_go_on = Event()
    hanging = asyncio.create_task(database._worker.do(lambda: may_go_on.wait(10)))
    saving = asyncio.create_task(database.save(SET, {"who": 1, "bell": True}, lasting=False))
    await asyncio.sleep(0)
    assert await is_notified(database) is False
    assert not saving.done()
    may_go_on.set()
    assert await saving == 1
    await hanging


async def test_an_error_undoes_what_need_not_last(database: SqliteFile) -> None:
    with pytest.raises(ZeroDivisionError):
        await fail(database)
    assert await is_notified(database) is False
    assert await database.save(SET, {"who": 1, "notify": True}, lasting=False) == 1
    assert await is_notified(database) is True


async def test_the_log_stays_small_as_long_as_something_lasts(database: SqliteFile, tmp_path: Path) -> None:
    for number in range(MANY):
        await database.save(SET, {"who": 1, "notify": number % 2 == 0}, lasting=number % 3 == 0)
    assert (tmp_path / "gauntlet.db-wal").stat().st_size < MANY * 4096 / 2


async def is_notified(database: SqliteFile) -> bool:
    async with database.reading() as connection:
        (row,) = (await connection.execute(people.select())).all()
    return bool(row.notify)


async def fail(database: SqliteFile) -> None:
    async with database.saving(lasting=False) as connection:
        await connection.execute(SET, {"who": 1, "notify": True})
        raise ZeroDivisionError


def synced(driver: sqlite3.Connection) -> int:
    ((mode,),) = driver.execute("PRAGMA synchronous")
    return int(mode)
