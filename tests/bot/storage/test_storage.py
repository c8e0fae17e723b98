"""What is on disk, and what happens when the bot comes back to it."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

import pytest
from sqlalchemy import text

from bench.rig.manual_time import ManualTime
from bot.database import Unusable, back_up, open_database
from bot.database.sqlite import SqliteFile
from bot.duels.duel import Status
from bot.storage.picks import Entry, Pick
from games import GAMES
from games.engine import Refused
from tests.support.arenas import ANN, BEN, CHANNEL, HIGHLOW, ArenaRig, open_rig
from tests.support.databases import DATABASE_ERRORS, picks_unsavable, rows, server_link

PATIENCE = 10.0
Start: TypeAlias = Callable[..., Awaitable[ArenaRig]]


@pytest.fixture
async def start() -> AsyncIterator[Start]:
    """Opens rigs, and closes those that a test has left open: they would keep the process alive."""
    started: list[ArenaRig] = []

    async def open_one(address: str, time: ManualTime | None = None) -> ArenaRig:
        started.append(await open_rig(address, time))
        return started[-1]

    yield open_one
    for rig in started:
        await rig.close()


async def test_a_file_is_written_ahead(tmp_path: Path) -> None:
    path = tmp_path / "gauntlet.db"
    await (await open_database(str(path))).close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)


async def test_a_database_of_a_newer_version_is_refused_and_left_alone(address: str) -> None:
    database = await open_database(address)
    async with database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await database.close()
    with pytest.raises(Unusable, match="A newer Gauntlet made this database"):
        await open_database(address)
    assert await rows(address, "SELECT version_num FROM alembic_version") == [("9999",)]


async def test_a_second_instance_on_the_same_file_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "gauntlet.db")
    first = await open_database(path)
    with pytest.raises(Unusable, match="Another Gauntlet is running"):
        await open_database(path)
    await first.close()
    await (await open_database(path)).close()


async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "gauntlet.db"
    path.write_bytes(b"not a database, but long enough to be looked at" * 100)
    with pytest.raises(Unusable, match="not a database"):
        await open_database(str(path))


async def test_a_backup_is_complete_and_overwrites_nothing(tmp_path: Path) -> None:
    rig = await open_rig(str(tmp_path / "gauntlet.db"))
    duel = await rig.duel()
    copy = tmp_path / "copy.db"
    await back_up(f"sqlite:///{tmp_path}/gauntlet.db", str(copy))
    with closing(sqlite3.connect(copy)) as opened:
        assert opened.execute("SELECT id FROM duels").fetchall() == [(duel.id,)]
    with pytest.raises(Unusable, match="overwrites nothing"):
        await back_up(f"sqlite:///{tmp_path}/gauntlet.db", str(copy))
    await rig.close()


async def test_picks_that_arrive_together_share_one_commit(tmp_path: Path) -> None:
    rig = await open_rig(str(tmp_path / "gauntlet.db"))
    duel = await rig.duel()
    commits: list[str] = []
    assert isinstance(rig.database, SqliteFile)
    await rig.database.writer.set_trace_callback(commits.append)
    answers = await asyncio.gather(
        *(
            rig.journal.add(Entry(duel.id, (Pick(duel.id, turn, 0, "1", 1.0, closes=False),)))
            for turn in range(1, 101)
        )
    )
    assert all(answers)
    assert len([statement for statement in commits if "INSERT" in statement]) <= 2
    await rig.close()


async def test_a_pick_that_is_there_already_is_reported_not_doubled(rig: ArenaRig) -> None:
    duel = await rig.duel()
    pick = Entry(duel.id, (Pick(duel.id, 1, 0, "7", 1.0, closes=False),))
    other = Entry(duel.id, (Pick(duel.id, 1, 0, "8", 1.0, closes=False),))
    assert await rig.journal.add(pick)
    assert not await rig.journal.add(other)
    stored = await rig.storage.duel(duel.id)
    assert stored is not None
    assert stored.match is not None
    assert stored.match.sealed[0] == "7"


async def test_a_pick_another_process_was_faster_with_is_refused(rig: ArenaRig) -> None:
    duel = await rig.duel()
    seat = duel.seat_of(ANN)
    assert seat is not None
    await rig.journal.add(Entry(duel.id, (Pick(duel.id, 1, seat, "7", 1.0, closes=False),)))
    with pytest.raises(Refused, match="already picked"):
        await rig.arena.pick(duel.id, ANN, "8", 1)
    again = await rig.arena.duel(duel.id)
    assert again.match is not None
    assert again.match.sealed[seat] == "7", "what is on disk is what is shown"


async def test_a_failed_save_is_told_to_nobody_and_forgotten(rig: ArenaRig) -> None:
    duel = await rig.duel()
    told = len(rig.recorded.changes)
    async with picks_unsavable(rig.database):
        with pytest.raises(DATABASE_ERRORS):
            await rig.arena.pick(duel.id, ANN, "7", 1)
        assert len(rig.recorded.changes) == told
    after = await rig.arena.pick(duel.id, ANN, "8", 1)
    assert after.match is not None
    assert "8" in after.match.sealed


async def test_picks_made_while_a_save_fails_are_not_kept_either(rig: ArenaRig) -> None:
    duel = await rig.duel()
    async with picks_unsavable(rig.database):
        answers = await asyncio.gather(
            rig.arena.pick(duel.id, ANN, "7", 1),
            rig.arena.pick(duel.id, BEN, "8", 1),
            return_exceptions=True,
        )
        assert all(isinstance(answer, DATABASE_ERRORS) for answer in answers)
    again = await rig.arena.duel(duel.id)
    assert again.match is not None
    assert again.match.sealed == (None, None)


async def test_a_duel_is_the_same_after_a_restart(start: Start, address: str) -> None:
    rig = await start(address)
    duel = await rig.arena.pick((await rig.duel()).id, ANN, "7", 1)
    await rig.close()
    rig = await start(address, rig.time)
    assert (await rig.arena.duel(duel.id)).match == duel.match
    await rig.arena.pick(duel.id, BEN, "8", 1)
    await rig.close()


async def test_after_an_outage_everybody_gets_some_grace(start: Start, address: str) -> None:
    rig = await start(address)
    duel = await rig.duel()
    for person, token, turn in ((ANN, "7", 1), (BEN, "3", 1), (ANN, "5", 2)):
        await rig.arena.pick(duel.id, person, token, turn)
    await rig.close()
    rig.time.now += 10_000
    rig = await start(address, rig.time)
    await rig.pass_time(45)
    assert [late.id for late in rig.recorded.late_duels] == [duel.id]
    assert (await rig.arena.duel(duel.id)).status is Status.LIVE
    await rig.pass_time(20)
    assert (await rig.arena.duel(duel.id)).winner == ANN
    await rig.close()


async def test_challenges_expire_after_a_restart_too(start: Start, address: str) -> None:
    rig = await start(address)
    challenge = await rig.challenge()
    await rig.close()
    rig.time.now += 10_000
    rig = await start(address, rig.time)
    await rig.pass_time(1)
    assert (await rig.arena.duel(challenge.id)).status is Status.EXPIRED
    await rig.close()


async def test_reminders_are_not_repeated_after_a_restart(start: Start, address: str) -> None:
    rig = await start(address)
    await rig.duel()
    await rig.pass_time(45)
    assert len(rig.recorded.late_duels) == 1
    await rig.close()
    rig = await start(address, rig.time)
    await rig.pass_time(45)
    assert rig.recorded.late_duels == []
    await rig.close()


async def test_what_people_asked_for_is_kept(rig: ArenaRig) -> None:
    storage = rig.storage
    assert not await storage.notifies(ANN)
    await storage.set_notify(ANN, on=True)
    assert await storage.notifies(ANN)
    await storage.set_notify(ANN, on=False)
    assert not await storage.notifies(ANN)


async def test_a_new_edition_of_a_game_voids_no_duel(
    start: Start, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    rig = await start(address)
    duel = await rig.arena.pick((await rig.duel()).id, ANN, "7", 1)
    await rig.close()

    class SecondEdition(type(HIGHLOW.game)):  # type: ignore[misc]
        edition = 2

    offered = tuple(replace(room, game=SecondEdition()) if room is HIGHLOW else room for room in GAMES)
    monkeypatch.setattr("games.GAMES", offered)
    monkeypatch.setattr("games.RETIRED", (HIGHLOW,))
    rig = await start(address, rig.time)
    after = await rig.arena.pick(duel.id, BEN, "8", 1)
    assert after.room is HIGHLOW
    assert after.match is not None
    assert after.match.turn == 2
    await rig.close()


async def test_a_database_is_closed_behind_the_last_one_who_reads(address: str) -> None:
    database = await open_database(address)
    async with database.reading() as connection:
        closing = asyncio.create_task(database.close())
        await asyncio.sleep(0)
        assert (await connection.execute(text("SELECT 1"))).scalar() == 1
        assert not closing.done()
    await closing
    with pytest.raises(RuntimeError, match="closed"):
        async with database.reading():
            pass


async def test_changes_of_many_duels_take_them_in_the_order_in_which_picks_do(postgresql: str) -> None:
    """Else a change and a pick could each wait for what the other has."""
    opened = await open_rig(postgresql)
    low, high = sorted([(await opened.duel()).id, (await opened.duel()).id])
    lock = "SELECT FROM duels WHERE id = $1 FOR SHARE NOWAIT"
    async with server_link(postgresql) as picking, server_link(postgresql) as looking:
        async with asyncio.timeout(PATIENCE), picking.transaction():
            await picking.execute(lock, low)
            changing = asyncio.gather(*(opened.storage.place(duel, CHANNEL, 1) for duel in (high, low)))
            while not await looking.fetchval("SELECT count(*) FROM pg_locks WHERE NOT granted"):
                await asyncio.sleep(0)
            await picking.execute(lock, high)
        await changing
    await opened.close()


async def test_a_challenge_whose_message_was_never_posted_is_withdrawn_at_the_start(
    start: Start, address: str
) -> None:
    rig = await start(address)
    posted, lost = await rig.challenge(), await rig.challenge()
    await rig.arena.place(posted.id, CHANNEL, 99)
    await rig.close()
    rig = await start(address, rig.time)
    await rig.pass_time(0)
    found = [(await rig.arena.duel(each.id)).status for each in (posted, lost)]
    await rig.close()
    assert found == [Status.CHALLENGE, Status.WITHDRAWN]
