"""A match step by step, and what is worth showing of it."""

from random import Random

import pytest

from games import GAMES, bidbattle, highlow, numbermatch, ten
from games.match import Match
from games.review.report import report
from games.review.review import Review, review
from games.review.steps import Highlights, Step, highlights, step
from games.room import AnyRoom
from tests.games.review.rivalries import rivalry
from tests.support.games.matches import NAMES, play, seed

every_game = pytest.mark.parametrize("room", GAMES, ids=lambda room: room.game.key)


def reviewed(room: AnyRoom, *turns: tuple[int | None, int | None]) -> Review:
    return review(play(Match.start(room.game, seed()), *turns), room, NAMES)


def test_a_step_has_what_was_picked_how_good_it_was_and_what_came_of_it() -> None:
    told = reviewed(highlow.ROOM, (6, 6), (9, 8), (5, 5), (8, 9), (7, 1))
    fourth = step(told, 4)
    assert fourth.picks == (
        (0, "8", "any pick was worth 0%."),
        (1, "9", "cost 20%. Best was 1 to 4 or 7: 100% instead of 80%."),
    )
    assert fourth.moved == "Ann went from 0% to 20%."
    assert "Ben 9" in fourth.news[0]
    assert step(told, 6) == Step(), "the last step is the end"


def test_the_hand_is_told_where_only_its_owner_could_see_it() -> None:
    told = review(rivalry(numbermatch.ROOM, Random(1)), numbermatch.ROOM, NAMES)
    (seat, label, verdict), *_ = step(told, 1).picks
    assert ", as Ann saw it." in verdict
    assert f" {label}" in verdict.partition("The choice was")[2]
    assert seat == 0


@every_game
def test_every_turn_is_a_step_with_all_its_picks(room: AnyRoom) -> None:
    told = review(rivalry(room, Random(3)), room, NAMES)
    for turn in told.turns:
        shown = step(told, turn.number)
        assert [seat for seat, _, _ in shown.picks] == [pick.seat for pick in turn.picks]
        assert shown.news == turn.news
        assert all(verdict.endswith(".") for _, _, verdict in shown.picks)


@every_game
def test_highlights_say_what_the_review_says(room: AnyRoom) -> None:
    told = review(rivalry(room, Random(5)), room, NAMES)
    shown = highlights(told)
    first, second = report(told).players
    assert shown.turning == report(told).turning
    assert (f"Ann: {shown.accuracies[0]}", f"Ben: {shown.accuracies[1]}") == (first.title, second.title)


def test_highlights_of_a_match_that_swung_and_of_one_that_did_not() -> None:
    assert highlights(reviewed(ten.ROOM, (4, None), (None, 5), (6, None))) == Highlights(
        turning="It was decided by who began: Ann could win from the start and never let go.",
        accuracies=("100% accurate", "nothing was at stake"),
        charted=False,
    )
    assert highlights(reviewed(bidbattle.ROOM, (20, 27))).charted
