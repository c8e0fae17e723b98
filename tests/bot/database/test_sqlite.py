"""An SQLite file: nobody waits for it in the loop, nothing is left half done, whoever is called off waits."""

import asyncio
import gc
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, text

from bot.database.schema import notes
from bot.database.sqlite import READERS, SqliteFile
from bot.storage import queries
from tests.support.arenas import ANN, BEN, ArenaRig
from tests.support.query_plans import plan_of

PATIENCE = 5.0
MOMENT = 0.02


@pytest.fixture
def database(on_sqlite: ArenaRig) -> SqliteFile:
    assert isinstance(on_sqlite.database, SqliteFile)
    return on_sqlite.database


class SlowDisk:
    """Holds up every commit until it may go on, and makes it fail if that is asked for."""

    def __init__(self, *, fails: bool = False) -> None:
        self._loop = asyncio.get_running_loop()
        self._fails = fails
        self.started, self.go_on = asyncio.Event(), threading.Event()

    def authorize(self, action: int, what: str, *_: object) -> int:
        if (action, what) != (sqlite3.SQLITE_TRANSACTION, "COMMIT"):
            return sqlite3.SQLITE_OK
        self._loop.call_soon_threadsafe(self.started.set)
        self.go_on.wait(PATIENCE)
        return sqlite3.SQLITE_DENY if self._fails else sqlite3.SQLITE_OK


@asynccontextmanager
async def slow_disk(database: SqliteFile, *, fails: bool = False) -> AsyncIterator[SlowDisk]:
    disk = SlowDisk(fails=fails)
    await database.writer.set_authorizer(disk.authorize)
    yield disk
    disk.go_on.set()
    await database.writer.set_authorizer(None)


async def write(database: SqliteFile, key: str) -> None:
    async with database.writing() as link:
        await link.execute(notes.insert().values(key=key, value="1"))


async def keys(database: SqliteFile) -> list[str]:
    return (await database.execute(select(notes.c.key).order_by(notes.c.key))).scalars()


async def test_a_disk_that_hangs_stops_no_other_task(database: SqliteFile) -> None:
    async with slow_disk(database) as disk:
        writing = asyncio.create_task(write(database, "one"))
        await disk.started.wait()
        assert await keys(database) == []
        assert not writing.done()
        disk.go_on.set()
        await writing
    assert await keys(database) == ["one"]


@pytest.mark.parametrize("steps", range(12))
async def test_a_writer_who_is_called_off_leaves_nothing_half_done(database: SqliteFile, steps: int) -> None:
    writing = asyncio.create_task(write(database, "first"))
    for _ in range(steps):
        await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await write(database, "second")
    assert await keys(database) in (["second"], ["first", "second"])


@pytest.mark.parametrize("fails", [False, True])
async def test_a_writer_who_is_called_off_twice_waits_for_the_disk_all_the_same(
    database: SqliteFile, *, fails: bool
) -> None:
    unheard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: unheard.append(context))
    async with slow_disk(database, fails=fails) as disk:
        writing = asyncio.create_task(write(database, "first"))
        await disk.started.wait()
        for _ in range(3):
            writing.cancel()
            await asyncio.wait([writing], timeout=MOMENT)
        still_waits = not writing.done()
        disk.go_on.set()
        (ended,) = await asyncio.gather(writing, return_exceptions=True)
    assert still_waits
    assert isinstance(ended, asyncio.CancelledError)
    await write(database, "second")
    assert await keys(database) == (["second"] if fails else ["first", "second"])
    gc.collect()
    assert unheard == []


async def test_a_statement_alone_is_waited_for_too(database: SqliteFile) -> None:
    go_on = threading.Event()
    await database.writer.create_function("slowly", 0, lambda: go_on.wait(PATIENCE) and "1")
    slow = notes.insert().values(key="first", value=text("slowly()"))
    writing = asyncio.create_task(database.execute(slow))
    for _ in range(3):
        await asyncio.sleep(MOMENT)
        writing.cancel()
    other = asyncio.create_task(write(database, "second"))
    await asyncio.sleep(MOMENT)
    assert not writing.done()
    assert not other.done()
    go_on.set()
    with pytest.raises(asyncio.CancelledError):
        await writing
    await other
    assert await keys(database) == ["first", "second"]


async def test_who_waits_is_not_forgotten_when_all_tasks_are_cancelled_at_once(database: SqliteFile) -> None:
    """So a process ends: also the task that waits for the thread is cancelled."""
    async with slow_disk(database) as disk:
        writing = asyncio.create_task(write(database, "first"))
        await disk.started.wait()
        for _ in range(3):
            for task in asyncio.all_tasks() - {asyncio.current_task()}:
                task.cancel()
            await asyncio.sleep(MOMENT)
        assert not writing.done()
        disk.go_on.set()
        await asyncio.gather(writing, return_exceptions=True)
    assert await keys(database) == ["first"]


async def test_a_pick_alone_is_one_statement(on_sqlite: ArenaRig, database: SqliteFile) -> None:
    duel = await on_sqlite.duel()
    made: list[str] = []
    await database.writer.set_trace_callback(made.append)
    await on_sqlite.arena.pick(duel.id, ANN, "7", 1)
    assert len(made) == 1
    assert "INSERT INTO picks" in made[0]


async def test_a_read_sees_one_moment(database: SqliteFile) -> None:
    query = select(notes.c.key)
    async with database.reading() as link:
        assert await link.execute(query) == []
        await write(database, "one")
        assert await link.execute(query) == []
    assert await keys(database) == ["one"]


async def test_only_a_few_read_at_a_time(database: SqliteFile) -> None:
    inside = most = 0

    async def read() -> None:
        nonlocal inside, most
        async with database.reading() as link:
            inside += 1
            most = max(most, inside)
            await asyncio.sleep(MOMENT)
            await link.execute(select(notes))
            inside -= 1

    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(read() for _ in range(5 * READERS)))
    assert most == READERS


async def test_a_transaction_and_a_statement_alone_wait_for_the_end_of_another_transaction(
    database: SqliteFile,
) -> None:
    """They share a connection."""
    async with database.writing() as link:
        alone = asyncio.create_task(database.execute(notes.insert().values(key="one", value="1")))
        other = asyncio.create_task(write(database, "two"))
        await asyncio.sleep(MOMENT)
        assert not alone.done()
        assert not other.done()
        await link.execute(notes.insert().values(key="three", value="1"))
        assert await keys(database) == []
    await asyncio.gather(alone, other)
    assert await keys(database) == ["one", "three", "two"]


async def test_who_fails_leaves_no_transaction(database: SqliteFile) -> None:
    async def fail() -> None:
        async with database.writing() as link:
            await link.execute(notes.insert().values(key="one", value="1"))
            await link.execute(text("DELETE FROM nowhere"))

    with pytest.raises(sqlite3.OperationalError, match="no such table"):
        await fail()
    assert await keys(database) == []
    await write(database, "two")


async def test_what_is_open_is_found_by_an_index(on_sqlite: ArenaRig) -> None:
    """However many duels there are."""
    values = {"by": BEN, "one": ANN, "two": BEN, "of_duel": 1, "of_guild": 1, "of_channel": 1}
    places = (queries.OPEN_REMATCH, queries.OPEN_IN_GUILD, queries.OPEN_IN_CHANNEL)
    for query in (queries.INVOLVED, queries.STANDINGS, *places):
        looked_at = [step for step in await plan_of(on_sqlite.database, query, values) if "duels" in step]
        assert looked_at
        assert all(step.startswith("SEARCH duels USING INDEX open_") for step in looked_at), looked_at


@pytest.mark.parametrize("query", [queries.MADE_BETWEEN, queries.IN_VAIN, queries.OFFERED_BEFORE])
async def test_what_a_person_did_lately_is_found_by_an_index(on_sqlite: ArenaRig, query: Any) -> None:
    """However many duels they have played."""
    values = {"by": ANN, "other": BEN, "this": 1, "of_duel": 2, "not_before": 2, "after": 1.0, "until": 2.0}
    plan = await plan_of(on_sqlite.database, query, values | {"one": ANN, "two": ANN})
    assert any("challenges_by_time (challenger=? AND created>?" in step for step in plan), plan
    assert not any(step.startswith("SCAN") for step in plan)


@pytest.fixture
def stranger(tmp_path: Path) -> sqlite3.Connection:
    """Another program, which is writing."""
    connection = sqlite3.connect(tmp_path / "alone.db")
    connection.execute("BEGIN IMMEDIATE")
    return connection


async def test_whoever_else_writes_is_waited_for_while_everything_else_goes_on(
    database: SqliteFile, stranger: sqlite3.Connection
) -> None:
    writing = asyncio.create_task(write(database, "one"))
    await asyncio.sleep(MOMENT)
    assert await keys(database) == []
    assert not writing.done()
    stranger.close()
    await writing
    assert await keys(database) == ["one"]


async def test_a_pick_waits_for_whoever_else_writes(on_sqlite: ArenaRig, tmp_path: Path) -> None:
    duel = await on_sqlite.duel()
    stranger = sqlite3.connect(tmp_path / "alone.db")
    stranger.execute("BEGIN IMMEDIATE")
    picking = asyncio.create_task(on_sqlite.arena.pick(duel.id, ANN, "7", 1))
    await asyncio.sleep(2 * MOMENT)
    assert not picking.done()
    stranger.close()
    picked = await picking
    assert picked.match is not None
    assert ANN not in picked.late


async def test_nobody_is_waited_for_longer_than_patience_lasts(on_sqlite: ArenaRig, tmp_path: Path) -> None:
    database = on_sqlite.database
    assert isinstance(database, SqliteFile)
    duel = await on_sqlite.duel()
    ((patience,),) = await database.writer.execute_fetchall("PRAGMA busy_timeout")
    assert patience == 5000
    await database.writer.execute("PRAGMA busy_timeout = 0")
    stranger = sqlite3.connect(tmp_path / "alone.db")
    stranger.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await on_sqlite.arena.pick(duel.id, ANN, "7", 1)
    stranger.close()
    assert ANN not in (await on_sqlite.arena.pick(duel.id, ANN, "7", 1)).late
