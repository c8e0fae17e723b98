"""Reviews in words."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, highlow, ten
from games.engine import SEATS
from games.match import AnyMatch, Match
from games.review.picks import Pick
from games.review.report import Report, report, verdict
from games.review.review import review
from games.room import AnyRoom
from games.screen import percent
from tests.support.matches import NAMES, play, randoms, seed, somewhere

JUDGED = [room for room in GAMES if room.judge]


def of(room: AnyRoom, *turns: tuple[int | None, int | None]) -> Report:
    match: AnyMatch = play(Match.start(room.game, seed()), *turns)
    return report(review(match, room, NAMES))


def test_a_blunder_is_told_with_its_price_and_the_better_pick() -> None:
    told = of(ten.ROOM, (4, None), (None, 5), (1, None), (None, 2), (3, None))
    assert told.stages[2].title == "Turn 3"
    assert told.stages[2].lines == ("Ann 1: worth 0%. Best 6, 100%.", "Ann took 1 and is at 5.")
    assert told.costliest == ("Turn 3, Ann: 1 cost 100%, best was 6.",)
    assert told.turning == "Turn 3: Ben went from 0% to 100%. Ann: 1 cost 100%, best was 6."


@pytest.mark.parametrize(
    ("best", "said"),
    [("9", "9"), ("1 2 4 6 7 9", "1, 2, 4, 6, 7 or 9"), ("1 5 6 7 8 keep", "1, 5 to 8 or keep")],
)
def test_best_picks_in_a_row_are_drawn_together(best: str, said: str) -> None:
    labels = tuple(best.split())
    pick = Pick(1, 0, "3", "3", 9, labels, best_worth=1.0, worth=0.5, cost=0.5, stake=0.5, after=0.5)
    assert verdict(pick) == f"worth 50%. Best {said}, 100%."


def test_each_player_has_an_accuracy_and_one_sentence() -> None:
    told = of(ten.ROOM, (4, None), (None, 5), (1, None), (None, 2), (3, None))
    first, second = told.players
    assert first.title == "Ann: 50% accurate"
    assert first.lines == ("Ann took a 1 when a 6 would have made exactly 10.",)
    assert second.title == "Ben: 100% accurate"
    assert second.lines == ("Ben gave nothing away: no pick could have been better.",)


def test_the_reader_is_spoken_to() -> None:
    match = play(Match.start(ten.ROOM.game, seed()), (4, None), (None, 5), (1, None))
    told = report(review(match, ten.ROOM, NAMES), 0)
    assert told.players[0].lines[0].startswith("You took a 1")
    assert told.players[1].lines[0].startswith("Ben ")


def test_a_right_pick_that_came_out_badly_is_called_unlucky() -> None:
    """A 5 against a 7 in the first round: both are in the best mix, and one of them has to lose."""
    told = of(highlow.ROOM, (5, 7))
    assert told.stages[0].lines[0] == "Ann 5: right but unlucky, from 50% down to 39%."
    assert told.stages[0].lines[1] == "Ben 7: best, 50%."
    assert told.turning == "Round 1 of 5: Ben went from 50% to 61%. Ann picked right but was unlucky."


def test_a_mistake_that_came_out_well_is_still_a_mistake() -> None:
    told = of(highlow.ROOM, (5, 7), (9, 8))
    assert told.stages[1].lines[0] == "Ann 9: worth 17%. Best 6 or 8, 39%. It went well all the same."


def test_it_says_when_nothing_was_at_stake() -> None:
    told = of(ten.ROOM, (1, None), (None, 2))
    assert told.stages[1].lines[0] == "Ben 2: any pick was worth 0%."


def test_it_says_whether_the_numbers_are_exact() -> None:
    for room in JUDGED:
        exact = room.judge is not None and room.judge.exact
        assert ("exact" in of(room).basis) == exact
        assert ("estimates" in of(room).basis) == (not exact)


def test_the_course_is_told_to_those_who_cannot_see_it() -> None:
    assert of(ten.ROOM).course == "Ann's winning chances: 100%. No turn was played."
    assert of(ten.ROOM, (5, None), (None, 9), (4, None), (None, 2)).course == (
        "Ann's winning chances over 4 turns: 100% at the start, lowest 0% after turn 1, 100% at the end."
    )


@pytest.mark.parametrize(
    ("chance", "told"),
    [(0.0, "0%"), (0.003, "under 1%"), (0.125, "12%"), (0.9981, "over 99%"), (1.0, "100%")],
)
def test_certain_and_hopeless_are_said_only_of_what_is(chance: float, told: str) -> None:
    assert percent(chance) == told


@settings(max_examples=40)
@given(st.sampled_from(JUDGED), randoms, st.sampled_from((*SEATS, None)))
def test_every_line_of_every_review_is_short(room: AnyRoom, random: Random, reader: int | None) -> None:
    told = report(review(somewhere(room, random), room, NAMES), SEATS[reader] if reader is not None else None)
    lines = [line for section in (*told.players, *told.stages) for line in (section.title, *section.lines)]
    for line in (*lines, told.title, told.basis, told.turning, *told.costliest, told.course):
        assert line
        assert len(line) <= 200
