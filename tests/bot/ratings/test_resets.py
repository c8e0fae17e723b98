"""Leaderboards that start from nothing, and how that is undone."""

from pathlib import Path
from random import Random

import pytest

from bot.duels.pace import DAY
from bot.ratings.model import ALL_GAMES
from tests.support.arenas import ANN, BEN, CLEO, GUILD, ArenaRig, open_rig
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


async def test_a_reset_board_starts_from_nothing_and_the_others_stay(rig: ArenaRig) -> None:
    october = NOVEMBER - 30 * DAY
    await insert_and_rate(
        rig,
        FinishedDuel(ANN, BEN, october),
        FinishedDuel(ANN, BEN),
        FinishedDuel(ANN, BEN, game=GAME_KEYS[1]),
    )
    ledger = rig.ledger
    together = await rating_of(rig, ANN, ALL_GAMES)
    await ledger.reset(GUILD, GAME_KEYS[0], CLEO, NOVEMBER + 1)
    assert await rating_of(rig, ANN) is None
    assert await rating_of(rig, ANN, season=202611) is None
    assert await rating_of(rig, ANN, season=202610) == (1569, 1, 0)
    assert await rating_of(rig, ANN, GAME_KEYS[1]) == (1569, 1, 0)
    assert await rating_of(rig, ANN, ALL_GAMES) == together
    await insert_and_rate(rig, FinishedDuel(BEN, CLEO, NOVEMBER + 2), first=10)
    assert await rating_of(rig, BEN) == (1569, 1, 0)
    assert (await ledger.recount(GUILD)).is_empty, "a recount respects it"


async def test_what_ended_before_a_reset_but_was_not_counted_yet_goes_too(rig: ArenaRig) -> None:
    await insert_duels(rig.database, [FinishedDuel(ANN, BEN)])
    await rig.ledger.reset(GUILD, None, CLEO, NOVEMBER + 1)
    await rig.ledger.catch_up()
    noted, rated = await derived_rows(rig.database)
    assert (len(noted), rated) == (2, [])


async def test_a_reset_of_everything_takes_every_board(rig: ArenaRig) -> None:
    await insert_and_rate(rig, *random_duels(Random(2), 40, days=20))
    await rig.ledger.reset(GUILD, None, CLEO, NOVEMBER + 20 * DAY)
    assert (await derived_rows(rig.database))[1] == []


@pytest.mark.parametrize("game", [GAME_KEYS[0], None])
async def test_undoing_a_reset_gives_what_would_have_been(
    rig: ArenaRig, tmp_path: Path, game: str | None
) -> None:
    """Also for duels since, and beside another reset that stays."""
    played = random_duels(Random(3), 60, days=20)
    ledger = rig.ledger
    other = await open_rig(tmp_path / "other.db")
    for house in (rig, other):
        await insert_and_rate(house, *played[:20])
        await house.ledger.reset(GUILD, GAME_KEYS[1], CLEO, played[19].ended)
        await insert_and_rate(house, *played[20:40], first=21)
    at = played[39].ended
    reset = await ledger.reset(GUILD, game, CLEO, at)
    for house in (rig, other):
        await insert_and_rate(house, *played[40:], first=41)
    assert await derived_rows(rig.database) != await derived_rows(other.database)
    assert await ledger.undo(GUILD, reset.id, at + DAY)
    assert await derived_rows(rig.database) == await derived_rows(other.database)
    assert await ledger.undo(GUILD, reset.id, at + DAY), "it is undone already"
    await other.close()


async def test_a_reset_can_be_undone_for_a_day_in_its_own_guild(rig: ArenaRig) -> None:
    ledger = rig.ledger
    await insert_and_rate(rig, FinishedDuel(ANN, BEN))
    assert await ledger.last_reset(GUILD, NOVEMBER) is None
    reset = await ledger.reset(GUILD, None, CLEO, NOVEMBER)
    assert await ledger.last_reset(GUILD, NOVEMBER + DAY) == reset
    assert await ledger.last_reset(11, NOVEMBER) is None
    assert not await ledger.undo(11, reset.id, NOVEMBER)
    assert await ledger.last_reset(GUILD, NOVEMBER + DAY + 1) is None
    assert not await ledger.undo(GUILD, reset.id, NOVEMBER + DAY + 1)
    assert await rating_of(rig, ANN) is None


async def test_what_a_reset_would_take_is_known_before(rig: ArenaRig) -> None:
    ledger = rig.ledger
    nothing = await ledger.loss_preview(GUILD, None)
    assert (nothing.people, nothing.duels, nothing.leader) == (0, 0, None)
    await insert_and_rate(
        rig, FinishedDuel(ANN, BEN), FinishedDuel(BEN, CLEO, game=GAME_KEYS[1]), FinishedDuel(-5, CLEO)
    )
    all_of_it, one = await ledger.loss_preview(GUILD, None), await ledger.loss_preview(GUILD, GAME_KEYS[0])
    assert (all_of_it.people, all_of_it.duels, all_of_it.leader) == (3, 3, ANN)
    assert (one.people, one.duels, one.leader) == (3, 2, ANN)
