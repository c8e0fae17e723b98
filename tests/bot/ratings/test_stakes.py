"""What is at stake in a challenge, and that it is what then happens."""

import pytest

from bot.duels.duel import Duel
from bot.duels.pace import HOUR, PACES
from bot.ratings import sql, stakes
from tests.support.arenas import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    HIGHLOW,
    ArenaRig,
    resigned,
)
from tests.support.finished_duels import GAME_KEYS, NOVEMBER, FinishedDuel, insert_and_rate
from tests.support.query_plans import plan_of


async def prospects(rig: ArenaRig, duel: Duel) -> dict[int, tuple[int, int] | None]:
    again = await rig.saved(duel)
    assert again == duel, "it is the same after a restart"
    return {stake.person: stake.prospect for stake in duel.stakes}


@pytest.mark.parametrize("earlier", [0, 2, 5])
@pytest.mark.parametrize("loser", [ANN, BEN])
async def test_the_preview_is_what_then_happens(rig: ArenaRig, earlier: int, loser: int) -> None:
    rig.time.now = NOVEMBER
    await insert_and_rate(
        rig, *(FinishedDuel(ANN, BEN, NOVEMBER - HOUR) for _ in range(earlier)), FinishedDuel(BEN, CLEO)
    )
    challenge = await rig.challenge()
    seen = await prospects(rig, challenge)
    duel = await rig.arena.accept(challenge.id, BEN, 77)
    winner = BEN if loser == ANN else ANN
    price = await rig.ledger.price_of_losing(duel.guild, duel.room.game.key, loser, winner, rig.time.now)
    over = await resigned(rig.arena, duel.id, loser)
    assert over.players is not None
    assert over.changes is not None
    assert duel.stakes == over.stakes == ()
    for person, change in zip(over.players, over.changes, strict=True):
        promised = seen[person]
        assert promised is not None
        assert change.by == promised[person == loser]
        assert (change == price) == (person == loser)


async def test_stakes_say_who_leads(rig: ArenaRig) -> None:
    await insert_and_rate(
        rig,
        *(
            FinishedDuel(ANN, BEN),
            FinishedDuel(BEN, ANN, game=GAME_KEYS[2]),
            FinishedDuel(BEN, ANN, rated=False),
        ),
        *(FinishedDuel(BEN, CLEO), FinishedDuel(ANN, BEN, void=True)),
    )
    duel = await rig.challenge()
    assert [(stake.person, stake.won) for stake in duel.stakes] == [(ANN, 1), (BEN, 2)]


async def test_stakes_know_how_often_these_two_have_met_within_a_day(rig: ArenaRig) -> None:
    rig.time.now = NOVEMBER
    earlier = [FinishedDuel(ANN, BEN, NOVEMBER - hours * HOUR) for hours in (30, 5, 4, 3)]
    away = (FinishedDuel(ANN, CLEO, NOVEMBER - HOUR), FinishedDuel(ANN, BEN, NOVEMBER - HOUR, void=True))
    await insert_and_rate(rig, *earlier, *away)
    assert [stake.earlier for stake in (await rig.challenge()).stakes] == [3, 3]


async def test_a_rematch_has_its_own_stakes(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await resigned(rig.arena, duel.id, BEN)
    offer = await rig.arena.rematch(duel.id, BEN, 78)
    assert [(stake.person, stake.won, stake.rating.shown) for stake in offer.stakes] == [
        (BEN, 0, 1431),
        (ANN, 1, 1569),
    ]
    assert offer.changes is None


async def test_an_open_challenge_shows_whom_one_would_meet(rig: ArenaRig) -> None:
    await insert_and_rate(rig, FinishedDuel(ANN, BEN))
    duel = await rig.challenge(challenged=None)
    (stake,) = duel.stakes
    assert (stake.person, stake.rating.shown, stake.prospect) == (ANN, 1569, None)


async def test_nothing_is_at_stake_when_it_is_not_rated_or_against_the_computer(rig: ArenaRig) -> None:
    room = HIGHLOW
    unrated = await rig.arena.challenge(ANN, BEN, room, PACES[0], rated=False, channel=CHANNEL)
    rig.time.now += 60
    level = next(iter(room.rivals))
    computer = await rig.arena.challenge(ANN, 99, room, PACES[0], rated=True, channel=CHANNEL, rival=level)
    assert unrated.stakes == computer.stakes == ()


async def test_what_is_between_two_people_is_found_by_indexes(on_sqlite: ArenaRig) -> None:
    """However many have played."""
    values = {"of_guild": 1, "game": GAME_KEYS[0], "season": 0, "one": ANN, "two": BEN}
    for statement in (sql._MET, stakes._RECORD):
        (step,) = await plan_of(on_sqlite.database, statement, values)
        assert step.startswith("SEARCH results USING")
        assert "results_of_pair" in step
    (step,) = await plan_of(on_sqlite.database, sql._SCORES, values)
    assert step.startswith("SEARCH ratings USING")
