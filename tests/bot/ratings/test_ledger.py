"""The books: every finished duel is counted once, in order, and a recount finds the same numbers."""

import asyncio
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import delete, func, select, text, update

from bot.__main__ import main
from bot.arena.arenas import RATE_AGAIN
from bot.cli import recount
from bot.database import Unusable, open_database
from bot.database.schema import duels, ratings, results
from bot.duels.duel import Status
from bot.duels.pace import DAY, HOUR
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME, season_before, season_end, season_name, season_of
from tests.support.arenas import (
    ANN,
    BEN,
    CLEO,
    GUILD,
    TEN,
    ArenaRig,
    open_rig,
    resigned,
    under_way,
)
from tests.support.finished_duels import (
    GAME_KEYS,
    NOVEMBER,
    FinishedDuel,
    derived_rows,
    insert_and_rate,
    insert_duels,
    random_duels,
    rating_of,
)


async def test_a_rated_duel_moves_both_and_the_change_is_told_with_its_end(rig: ArenaRig) -> None:
    duel = await rig.duel()
    over = await resigned(rig.arena, duel.id, BEN)
    assert over.changes is not None
    seat = over.seat_of(ANN)
    assert seat is not None
    assert str(over.changes[seat]) == "1569? (+69)"
    assert str(over.changes[1 - seat]) == "1431? (−69)"
    assert rig.recorded.changes[-1].changes == over.changes
    assert await rig.arena.duel(duel.id) == over, "and it is the same when loaded again"
    for game in (GAME_KEYS[0], ALL_GAMES):
        for season in (ALL_TIME, season_of(rig.time.now)):
            assert await rating_of(rig, ANN, game, season) == (1569, 1, 0)
            assert await rating_of(rig, BEN, game, season) == (1431, 0, 1)


async def test_running_out_of_time_is_a_loss(rig: ArenaRig) -> None:
    duel = await rig.duel(TEN)
    assert duel.players is not None
    first, second = duel.players
    await rig.arena.pick(duel.id, first, "1", 1)
    await rig.arena.pick(duel.id, second, "2", 2)
    await rig.pass_time(61)
    late = await rating_of(rig, first, TEN.game.key)
    assert late == (1431, 0, 1)


async def test_what_is_void_unrated_or_against_the_computer_moves_nothing(rig: ArenaRig) -> None:
    await insert_and_rate(
        rig,
        FinishedDuel(ANN, BEN, void=True),
        FinishedDuel(ANN, BEN, rated=False),
        FinishedDuel(ANN, BEN, rival="sprout"),
    )
    noted, rated = await derived_rows(rig.database)
    assert rated == []
    assert [(row[6], row[8], row[9]) for row in noted[::2]] == [
        (1, None, None),
        (2, True, None),
        (3, True, None),
    ]


async def test_a_void_duel_changes_nothing_on_its_board(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.void(duel.id)
    over = await rig.arena.duel(duel.id)
    assert over.status is Status.VOID
    assert over.changes is None


async def test_the_same_pair_counts_less_within_a_day_and_in_full_again_later(rig: ArenaRig) -> None:
    six = [FinishedDuel(ANN, BEN, NOVEMBER + hour * HOUR, GAME_KEYS[hour % 5]) for hour in range(6)]
    await insert_and_rate(rig, *six, FinishedDuel(ANN, BEN, NOVEMBER + 3 * DAY))
    await insert_and_rate(rig, FinishedDuel(ANN, CLEO, NOVEMBER + 3 * DAY), first=8)
    changes = [row[10] for row in (await derived_rows(rig.database))[0][::2]]
    assert changes[0] == changes[1] == changes[2]
    assert changes[3:5] == pytest.approx([changes[0] / 2, changes[0] / 4]), "each in its own game"
    assert changes[6] > 5 * changes[5]
    assert changes[7] > 5 * changes[5]


async def test_duels_that_end_at_one_instant_are_counted_once_each(rig: ArenaRig) -> None:
    pairs = [(1, 2), (3, 4), (5, 6), (7, 8), (1, 3)]
    ids = []
    for one, two in pairs:
        challenge = await rig.challenge(challenged=two, by=one)
        live = await rig.arena.accept(challenge.id, two, 77)
        ids.append((await under_way(rig.arena, live.id)).id)
    ended = await asyncio.gather(
        *(rig.arena.resign(duel, two) for duel, (_, two) in zip(ids, pairs, strict=True))
    )
    assert all(duel.changes for duel in ended)
    async with rig.database.reading() as connection:
        numbers = (await connection.execute(select(duels.c.counted).order_by(duels.c.counted))).scalars()
        assert [*numbers] == [1, 2, 3, 4, 5]
    assert (await rig.ledger.recount(GUILD)).is_empty


async def test_an_end_is_told_also_when_counting_fails_and_counted_with_the_next(
    rig: ArenaRig, caplog: pytest.LogCaptureFixture
) -> None:
    first, second = await rig.duel(), await rig.duel(TEN)
    database = rig.database
    async with database.writing() as connection:
        await connection.execute(text("ALTER TABLE ratings RENAME TO lost"))
    over = await resigned(rig.arena, first.id, BEN)
    assert (over.status, over.changes) == (Status.WON, None)
    assert rig.recorded.changes[-1].status is Status.WON
    assert "could not be counted" in caplog.text
    async with database.writing() as connection:
        await connection.execute(text("ALTER TABLE lost RENAME TO ratings"))
    assert (await resigned(rig.arena, second.id, BEN)).changes
    assert (await rig.arena.duel(first.id)).changes
    assert await rating_of(rig, ANN, ALL_GAMES) == (1624, 2, 0)


async def test_what_was_not_counted_before_a_crash_is_counted_at_the_next_start(address: str) -> None:
    rig = await open_rig(address)
    await insert_and_rate(rig, FinishedDuel(ANN, BEN))
    async with rig.database.writing() as connection:
        await connection.execute(delete(ratings))
        await connection.execute(delete(results))
        await connection.execute(update(duels).values(counted=None))
    await rig.close()
    rig = await open_rig(address)
    assert await rating_of(rig, ANN) == (1569, 1, 0)
    await rig.close()


@pytest.mark.parametrize("number", [3, 300], ids=["one by one", "in bulk"])
async def test_a_backlog_is_counted_in_the_order_in_which_it_ended(rig: ArenaRig, number: int) -> None:
    played = random_duels(Random(number), number)
    shuffled = played.copy()
    Random(1).shuffle(shuffled)
    await insert_duels(rig.database, shuffled)
    await rig.ledger.catch_up()
    async with rig.database.reading() as connection:
        ended = (await connection.execute(select(duels.c.ended).order_by(duels.c.counted))).scalars()
        assert [*ended] == [duel.ended for duel in played]
    assert (await rig.ledger.recount(GUILD)).is_empty


@pytest.mark.parametrize("seed", range(3))
async def test_a_recount_finds_the_same_numbers(rig: ArenaRig, seed: int) -> None:
    random = Random(seed)
    await insert_and_rate(rig, *random_duels(random, 150))
    database, ledger = rig.database, rig.ledger
    before = await derived_rows(database)
    assert len(before[0]) == 300
    found = await ledger.recount(GUILD)
    assert (found.duels, found.is_empty) == (150, True)
    async with database.writing() as connection:
        await connection.execute(delete(ratings))
        await connection.execute(delete(results))
    await ledger.recount(GUILD)
    assert await derived_rows(database) == before


async def test_a_recount_puts_right_what_was_tampered_with(rig: ArenaRig) -> None:
    await insert_and_rate(rig, *random_duels(Random(5), 60))
    database, ledger = rig.database, rig.ledger
    before = await derived_rows(database)
    of_ann = [row for row in before[1] if row[3] == ANN]
    async with database.writing() as connection:
        await connection.execute(update(ratings).where(ratings.c.person == ANN).values(mu=ratings.c.mu + 1))
        await connection.execute(update(results).where(results.c.duel == 7).values(won=None))
        await connection.execute(delete(results).where(results.c.duel == 8, results.c.seat == 1))
        await connection.execute(
            ratings.insert().values(
                guild=GUILD, game="none", season=0, person=9, mu=1.0, sigma=1.0, provisional=False, shown=1,
                wins=0, losses=0,
            )
        )  # fmt: skip
    found = await ledger.recount(GUILD)
    assert (found.wrong_results, found.wrong_ratings) == (4, len(of_ann) + 1)
    assert await derived_rows(database) == before


async def test_guilds_are_counted_apart(rig: ArenaRig) -> None:
    await insert_and_rate(
        rig, FinishedDuel(ANN, BEN), FinishedDuel(BEN, ANN, guild=11), FinishedDuel(ANN, BEN)
    )
    assert await rating_of(rig, ANN) == (1624, 2, 0)
    async with rig.database.reading() as connection:
        last = await connection.execute(
            select(duels.c.guild, func.max(duels.c.counted)).group_by(duels.c.guild).order_by(duels.c.guild)
        )
        assert [tuple(row) for row in last] == [(GUILD, 2), (11, 1)]
    assert [found.guild async for found in rig.ledger.recount_all()] == [GUILD, 11]


async def test_a_new_season_starts_afresh(rig: ArenaRig) -> None:
    december = NOVEMBER + 30 * DAY
    await insert_and_rate(rig, FinishedDuel(ANN, BEN), FinishedDuel(ANN, BEN, december))
    assert await rating_of(rig, ANN, season=202611) == (1569, 1, 0)
    assert await rating_of(rig, ANN, season=202612) == (1569, 1, 0)
    assert await rating_of(rig, ANN) == (1624, 2, 0)


def test_seasons_are_months_in_utc() -> None:
    assert season_of(NOVEMBER) == 202611
    assert season_of(0) == 197001
    assert season_before(202611) == 202610
    assert season_before(202701) == 202612
    assert season_name(202611) == "November 2026"
    for season in (202611, 202612):
        end = season_end(season)
        assert (season_of(end - 1), season_before(season_of(end))) == (season, season)


async def test_settling_waits_its_turn_but_not_forever(
    rig: ArenaRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.ratings.ledger.PATIENCE", 0.01)
    duel = await rig.duel()
    async with rig.ledger.locked(GUILD):
        over = await resigned(rig.arena, duel.id, BEN)
        assert (over.status, over.changes) == (Status.WON, None)
        await rig.pass_time(RATE_AGAIN)
        assert rig.recorded.outdated_duels == []
    await rig.pass_time(2 * RATE_AGAIN)
    (shown,) = rig.recorded.outdated_duels
    assert shown.changes, "its board is painted again, with what it changed"
    assert (await rig.arena.duel(duel.id)).changes == shown.changes
    await rig.pass_time(DAY)
    assert len(rig.recorded.outdated_duels) == 1


async def test_two_processes_never_write_one_guilds_books_at_a_time(postgresql: str) -> None:
    rig, other = await open_rig(postgresql), await open_rig(postgresql)
    duel = await rig.duel()
    async with other.ledger.locked(GUILD):
        over = await resigned(rig.arena, duel.id, BEN)
        assert (over.status, over.changes) == (Status.WON, None), "told, and counted later"
    await resigned(rig.arena, (await rig.duel()).id, BEN)
    assert (await rig.arena.duel(duel.id)).changes
    for each in (rig, other):
        await each.close()


async def test_a_host_can_have_everything_counted_again(address: str) -> None:
    rig = await open_rig(address)
    await insert_and_rate(rig, *random_duels(Random(4), 30))
    await rig.close()
    assert await recount(address) == "Counted 30 duels of 1 server again: nothing differed."
    database = await open_database(address)
    async with database.writing() as connection:
        await connection.execute(text("UPDATE results SET won = NULL WHERE duel = 5"))
    await database.close()
    assert "0 had not been counted, 2 results and 0 ratings were set right." in await recount(address)
    assert (await recount(address)).endswith("nothing differed.")


def test_the_command_for_that_says_what_it_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["bot", "recount"])
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'gauntlet.db'}")
    (tmp_path / "gauntlet.db").touch()
    assert main() == 0
    assert capsys.readouterr().out == "Counted 0 duels of 0 servers again: nothing differed.\n"


async def test_a_recount_is_refused_while_the_bot_runs(rig: ArenaRig, address: str) -> None:
    await rig.duel()
    with pytest.raises(Unusable, match="Another Gauntlet is running"):
        await recount(address)
