"""Statements that are run where they are asked for: nobody is kept waiting, nothing is left half done."""

import asyncio
import gc
import sqlite3
import threading
import time
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, select
from sqlalchemy.exc import MultipleResultsFound

from bot.database.file import connections
from bot.database.file.connections import PAUSE
from bot.database.link import YIELD_AFTER
from bot.database.prepared import Compiler, Rows, is_prepared
from bot.database.schema import duels, notes
from bot.duels.settings import OF_GUILD
from bot.storage import queries
from tests.support.arenas import ANN, BEN, ArenaRig
from tests.support.query_plans import plan_of

PATIENCE = 5.0


async def test_whoever_reads_a_lot_lets_others_through(on_sqlite: ArenaRig) -> None:
    others = asyncio.Event()
    asyncio.get_running_loop().call_soon(others.set)
    async with asyncio.timeout(PATIENCE), on_sqlite.database.reading() as connection:
        while not others.is_set():
            await connection.execute(select(duels))


async def test_a_few_statements_are_soon_done_however_much_others_do(on_sqlite: ArenaRig) -> None:
    turns = 0

    async def do_much() -> None:
        nonlocal turns
        while True:
            turns += 1
            until = time.monotonic() + 2 * YIELD_AFTER
            while time.monotonic() < until:
                pass
            await asyncio.sleep(0)

    others = asyncio.create_task(do_much())
    await asyncio.sleep(0)
    async with on_sqlite.database.reading() as connection:
        for _ in range(10):
            await connection.execute(queries.NOTIFY, {"by": ANN})
    others.cancel()
    assert turns <= 3


@pytest.mark.parametrize("steps", range(8))
async def test_a_writer_who_is_called_off_leaves_nothing_half_done(on_sqlite: ArenaRig, steps: int) -> None:
    storage = on_sqlite.storage
    writing = asyncio.create_task(storage.set_note("first", "1"))
    for _ in range(steps):
        await asyncio.sleep(0)
    writing.cancel()
    await asyncio.gather(writing, return_exceptions=True)
    await storage.set_note("second", "2")
    async with on_sqlite.database.reading() as connection:
        written = [*(await connection.execute(select(notes.c.key))).scalars()]
    assert "second" in written
    assert await storage.note("first") in {None, "1"}


@pytest.mark.parametrize("fails", [False, True])
async def test_a_writer_who_is_called_off_twice_waits_for_the_disk_all_the_same(
    on_sqlite: ArenaRig, *, fails: bool
) -> None:
    loop = asyncio.get_running_loop()
    unheard: list[dict[str, Any]] = []
    loop.set_exception_handler(lambda _, context: unheard.append(context))
    started, disk = asyncio.Event(), threading.Event()

    def commit_slowly(_: Connection) -> None:
        loop.call_soon_threadsafe(started.set)
        disk.wait(PATIENCE)
        if fails:
            raise OSError("the disk fails")

    async with on_sqlite.database.reading() as connection:
        engine = await connection.run_sync(lambda each: each.engine)
    event.listen(engine, "commit", commit_slowly)
    writing = asyncio.create_task(on_sqlite.storage.set_note("first", "1"))
    await started.wait()
    for _ in range(3):
        writing.cancel()
        await asyncio.wait([writing], timeout=YIELD_AFTER)
    still_waits = not writing.done()
    disk.set()
    (ended,) = await asyncio.gather(writing, return_exceptions=True)
    event.remove(engine, "commit", commit_slowly)
    assert still_waits
    assert isinstance(ended, asyncio.CancelledError)
    await on_sqlite.storage.set_note("second", "2")
    assert await on_sqlite.storage.note("first") == (None if fails else "1")
    gc.collect()
    assert unheard == []


async def test_a_prepared_statement_finds_what_the_same_statement_finds(rig: ArenaRig) -> None:
    duel = await rig.duel()
    for statement, values in (
        (queries.DUEL, {"of_duel": duel.id}),
        (queries.INVOLVED, {"by": ANN}),
        (OF_GUILD, {"of_guild": duel.guild}),
    ):
        assert is_prepared(statement)
        async with rig.database.reading() as connection:
            found = await connection.execute(statement, values)
            assert isinstance(found, Rows)
            plain = await connection.run_sync(partial(_plainly, statement, values))
            assert [tuple(row) for row in found] == plain


def test_a_second_row_is_no_answer_to_a_question_for_one() -> None:
    """As with SQLAlchemy's own results."""
    assert Rows((), 0).one_or_none() is None
    assert Rows([("one",)], 1).one_or_none() == ("one",)
    with pytest.raises(MultipleResultsFound):
        Rows([("one",), ("two",)], 2).one_or_none()


def _plainly(statement: Any, values: dict[str, Any], connection: Connection) -> list[tuple[Any, ...]]:
    return [tuple(row) for row in connection.execute(statement, values)]


async def test_what_is_open_is_found_by_an_index(on_sqlite: ArenaRig) -> None:
    """However many duels there are."""
    values = {"by": BEN, "one": ANN, "two": BEN, "of_duel": 1, "of_guild": 1, "of_channel": 1}
    places = (queries.OPEN_REMATCH, queries.OPEN_IN_GUILD, queries.OPEN_IN_CHANNEL)
    for query in (queries.INVOLVED, queries.STANDINGS, *places):
        async with on_sqlite.database.reading() as connection:
            sql = Compiler(connection.dialect).sql_of(query, values)
        question = sql.text, tuple(sql.arguments(values))
        looked_at = [step for step in await plan_of(on_sqlite.database, question) if "duels" in step]
        assert looked_at
        assert all(step.startswith("SEARCH duels USING INDEX open_") for step in looked_at), looked_at


@pytest.mark.parametrize("query", [queries.CHALLENGING, queries.IN_VAIN, queries.OFFERED_BEFORE])
async def test_what_a_person_did_lately_is_found_by_an_index(on_sqlite: ArenaRig, query: Any) -> None:
    """However many duels they have played."""
    values = {"by": ANN, "other": BEN, "this": 1, "of_duel": 2, "not_before": 2, "after": 1.0, "until": 2.0}
    values |= {"one": ANN, "two": ANN}
    async with on_sqlite.database.reading() as connection:
        sql = Compiler(connection.dialect).sql_of(query, values)
    plan = await plan_of(on_sqlite.database, (sql.text, tuple(sql.arguments(values))))
    assert any("challenges_by_time (challenger=? AND created>?" in step for step in plan), plan
    assert not any(step.startswith("SCAN") for step in plan)


async def test_whoever_else_writes_is_waited_for_while_everything_else_goes_on(
    on_sqlite: ArenaRig, tmp_path: Path
) -> None:
    storage = on_sqlite.storage
    stranger = sqlite3.connect(tmp_path / "alone.db")
    stranger.execute("BEGIN IMMEDIATE")
    writing = asyncio.create_task(storage.set_note("one", "two"))
    for _ in range(8):
        await asyncio.sleep(0)
    assert await storage.note("one") is None
    assert not writing.done()
    stranger.close()
    await writing
    assert await storage.note("one") == "two"


async def test_a_pick_waits_for_whoever_else_writes(on_sqlite: ArenaRig, tmp_path: Path) -> None:
    duel = await on_sqlite.duel()
    stranger = sqlite3.connect(tmp_path / "alone.db")
    stranger.execute("BEGIN IMMEDIATE")
    picking = asyncio.create_task(on_sqlite.arena.pick(duel.id, ANN, "7", 1))
    await asyncio.sleep(2 * PAUSE)
    assert not picking.done()
    stranger.close()
    picked = await picking
    assert picked.match is not None
    assert ANN not in picked.late


async def test_nobody_is_waited_for_longer_than_patience_lasts(
    on_sqlite: ArenaRig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.0)
    duel = await on_sqlite.duel()
    stranger = sqlite3.connect(tmp_path / "alone.db")
    stranger.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        await on_sqlite.arena.pick(duel.id, ANN, "7", 1)
    stranger.close()
    assert ANN not in (await on_sqlite.arena.pick(duel.id, ANN, "7", 1)).late
