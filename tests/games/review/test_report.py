"""Reviews in words."""

import re
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import GAMES, bidbattle, highlow, numbermatch, ten
from games.engine import SEATS
from games.match import AnyMatch, Match
from games.review.picks import Pick
from games.review.report import Report, report
from games.review.review import review
from games.review.verdicts import verdict
from games.room import AnyRoom
from games.screen import percent
from tests.games.review.rivalries import rivalry
from tests.support.games.matches import NAMES, play, randoms, seed, somewhere

JUDGED = [room for room in GAMES if room.judge]


def of(room: AnyRoom, *turns: tuple[int | None, int | None]) -> Report:
    match: AnyMatch = play(Match.start(room.game, seed()), *turns)
    return report(review(match, room, NAMES))


def test_a_blunder_is_told_with_its_price_and_the_better_pick() -> None:
    told = of(ten.ROOM, (4, None), (None, 5), (1, None), (None, 2), (3, None))
    assert told.stages[2].title == "Turn 3"
    assert told.stages[2].lines[:2] == (
        "Ann 1: cost 100%. Best was 6: 100% instead of 0%.",
        "Ben went from 0% to 100%.",
    )
    assert "Ann took 1" in told.stages[2].lines[2]
    assert told.costliest == ("Turn 3, Ann: 1 cost 100%, best was 6.",)
    assert told.turning == "Turn 3: Ben went from 0% to 100%. Ann: 1 cost 100%, best was 6."


@pytest.mark.parametrize(
    ("best", "said"),
    [("9", "9"), ("1 2 4 6 7 9", "1, 2, 4, 6, 7 or 9"), ("1 5 6 7 8 keep", "1, 5 to 8 or keep")],
)
def test_best_picks_in_a_row_are_drawn_together(best: str, said: str) -> None:
    labels = tuple(best.split())
    pick = Pick(1, 0, "3", "3", 9, labels, best_worth=1.0, worth=0.5, cost=0.5, stake=0.5, after=0.5)
    assert verdict(pick) == f"cost 50%. Best was {said}: 100% instead of 50%."


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


def test_a_right_card_that_met_a_better_one_is_no_mistake() -> None:
    """A 5 against a 7 in the first round: both are in a best mix, and one of them has to lose."""
    told = of(highlow.ROOM, (5, 7))
    guessed = "Ben went from 50% to 61%. Nobody erred: Ben's 7 was the better guess against Ann's 5."
    assert told.stages[0].lines[:3] == ("Ann 5: best, 50%.", "Ben 7: best, 50%.", guessed)
    assert told.turning == f"Round 1: {guessed}"


def test_a_mistake_that_came_out_well_is_still_a_mistake() -> None:
    told = of(highlow.ROOM, (5, 7), (9, 8))
    assert told.stages[1].lines[0].startswith("Ann 9: cost ")
    assert told.stages[1].lines[0].endswith(" It went well all the same.")


def test_a_fall_that_a_mistake_does_not_account_for_is_said_to_be_the_others_pick() -> None:
    told = of(bidbattle.ROOM, (20, 27))
    assert told.turning == (
        "Item A: Ben went from 50% to 93%. Ann: 20 cost 21%, best was 33 or 34. Ben's 27 made it 43%."
    )


def test_where_hands_are_hidden_it_says_who_saw_these_odds() -> None:
    told = report(review(rivalry(numbermatch.ROOM, Random(1)), numbermatch.ROOM, NAMES))
    assert "what its player could know" in told.basis
    verdicts = [line for stage in told.stages for line in stage.lines if re.match(r"(Ann|Ben) \d: ", line)]
    assert verdicts
    for line in verdicts:
        assert f", as {line[:3]} saw it." in line or "the only pick" in line


def test_a_match_decided_by_who_began_says_so() -> None:
    told = of(ten.ROOM, (4, None), (None, 5), (6, None))
    assert told.turning == "It was decided by who began: Ann could win from the start and never let go."
    assert told.players[1].title == "Ben: nothing was at stake"
    given_up = of(ten.ROOM, (4, None), (None, 5))
    assert given_up.turning == "There was no turning point: the chances hardly moved."


def test_nobody_is_told_that_all_was_wrong() -> None:
    told = of(ten.ROOM, (7, None), (None, 3))
    assert told.players[0].title == "Ann: room to grow"
    assert told.players[0].lines == (
        "Ann opened with a 7. Only 1, 2, 3 or 4 win from the start: try these first.",
    )


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
