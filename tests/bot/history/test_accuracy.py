"""The average accuracy: what reviews say of the last duels, counted once and kept."""

from random import Random

import pytest

from bot.history import reviews as reviews_module
from bot.history.history import History
from bot.history.reviews import LAST, Accuracy, Reviews
from games.match import AnyMatch
from games.review.review import Review, review
from games.room import AnyRoom
from games.screen import Names
from tests.support.arenas import ANN, BEN, GUILD, TEN, ArenaRig
from tests.support.finished_duels import NOVEMBER, FinishedDuel, insert_duels
from tests.support.games.matches import NAMES, played_out


async def test_the_accuracies_of_a_match_are_those_of_its_review() -> None:
    match = played_out(TEN, Random(3))
    made = review(match, TEN, NAMES)
    found = await Reviews().accuracies(1, match, TEN)
    for seat, percent in enumerate(found):
        assert percent in (None, made.sides[seat].accuracy)
    assert any(percent is not None for percent in found)


async def test_a_seat_with_nothing_at_stake_has_no_accuracy() -> None:
    """Nobody has picked yet."""
    nothing = played_out(TEN, Random(3)).at(1)
    assert review(nothing, TEN, NAMES).sides[0].accuracy is None
    assert await Reviews().accuracies(1, nothing, TEN) == (None, None)


async def test_a_duel_is_reviewed_once_however_often_a_profile_is_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[int] = []

    def counting(match: AnyMatch, room: AnyRoom, names: Names) -> Review:
        made.append(1)
        return review(match, room, names)

    monkeypatch.setattr(reviews_module, "review", counting)
    reviews, match = Reviews(), played_out(TEN, Random(3))
    assert await reviews.accuracies(1, match, TEN) == await reviews.accuracies(1, match, TEN)
    assert len(made) == 1


async def test_duels_without_a_pick_say_nothing(rig: ArenaRig) -> None:
    story = [FinishedDuel(ANN, BEN, NOVEMBER + n) for n in range(LAST)]
    await insert_duels(rig.database, story)
    await rig.ledger.catch_up()
    latest = (await History(rig.database).latest(ANN, GUILD)).duels
    assert len(latest) == LAST
    assert await Reviews().accuracy(rig.storage, ANN, latest) is None


async def test_the_mean_is_of_the_persons_own_seat(rig: ArenaRig) -> None:
    duel = await rig.duel()
    while duel.match is not None and duel.match.waiting and duel.match.outcome is None:
        seat = duel.match.waiting[0]
        token = str(duel.match.legal_moves(seat)[0])
        duel = await rig.arena.pick(duel.id, (duel.players or (0, 0))[seat], token, duel.match.turn)
    await rig.ledger.catch_up()
    latest = (await History(rig.database).latest(ANN, GUILD)).duels
    assert duel.match is not None
    percents = await Reviews().accuracies(duel.id, duel.match, duel.room)
    mine = percents[duel.seat_of(ANN) or 0]
    expected = None if mine is None else Accuracy(mine, 1)
    assert await Reviews().accuracy(rig.storage, ANN, latest) == expected
