"""Digit Duel by the computed tables: what the top level does, and what the judge says."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from games.digitduel import ROOM
from games.digitduel.beliefs import worlds
from games.digitduel.judge import DigitDuelJudge
from games.digitduel.rounds import Act, Move, act
from games.digitduel.rules import KEEP_OR_GIVE, KEEP_OR_THROW, View
from games.digitduel.solution import DIGITS, STARTER_WINS, Situation, keeps, situation, value
from games.engine import Seat, other
from games.match import Match
from tests.support.games.matches import randoms, seed, somewhere

JUDGE = DigitDuelJudge()
EMPTY = Situation(role=0, own=(), gave=(), hidden=0)


def deciding(acts: str, seat: Seat, drawn: int) -> View:
    """The deciding round as a seat sees it after acts like "G3 K7": seat 0 starts, seats take turns."""
    done: list[Act] = []
    turn: Seat = 0
    for word in acts.split():
        move = {"K": Move.KEEP, "G": Move.GIVE}[word[0]]
        digit = int(word[1:]) if word[1:] != "?" else None
        done.append(act(turn, move, digit))
        full = sum(each.receiver == other(turn) for each in done) == 3
        turn = turn if full else other(turn)
    hands = tuple(tuple(each.digit for each in done if each.receiver == one) for one in (0, 1))
    full = len(hands[other(seat)]) == 3
    return View(
        seat=seat,
        wins=(1, 1),
        rounds=(),
        number=3,
        starter=0,
        active=turn,
        drawn=drawn,
        moves=KEEP_OR_THROW if full else KEEP_OR_GIVE,
        deck_size=39 - len(done),
        acts=tuple(done),
        hands=(hands[0], hands[1]),
        outcome=None,
    )


def test_a_match_is_even_before_it_begins() -> None:
    match = Match.start(ROOM.game, seed())
    assert JUDGE.chance(match.view(None)) == pytest.approx(0.5)


def test_a_starter_wins_more_than_six_rounds_of_ten() -> None:
    assert value((), 0, 0) == pytest.approx(STARTER_WINS, abs=1e-4)
    assert value((), 1, 0) == pytest.approx(1 - STARTER_WINS, abs=1e-4)


def test_the_first_digit_is_kept_if_it_is_a_nine_and_given_if_it_is_low() -> None:
    assert keeps(EMPTY, 9) == 1
    assert [keeps(EMPTY, digit) for digit in range(6)] == [0] * 6


def test_a_higher_digit_is_never_kept_less_often() -> None:
    for own in ((), (4,), (2, 9)):
        shares = [keeps(Situation(1, own, (), 1), digit) for digit in range(DIGITS)]
        assert shares == sorted(shares)


def test_a_situation_is_what_the_seat_sees() -> None:
    view = deciding("G3 K? K5", 0, 7)
    assert situation(view, 0) == Situation(role=0, own=(5,), gave=(3,), hidden=1)
    view = deciding("G3 K8 K?", 1, 7)
    assert situation(view, 1) == Situation(role=1, own=(3, 8), gave=(), hidden=1)


def test_the_last_card_is_counted_out() -> None:
    """Both have fives or less; only sixteen of the 34 cards left, 6 to 9, can save the one with two fours."""
    view = deciding("G5 G4 G5 G4 G5", 0, 3)
    assert view.active == 0
    assert JUDGE.chances(view, view.moves) == pytest.approx({Move.KEEP: 0, Move.THROW: 16 / 34})


def test_a_level_round_is_worth_its_replay() -> None:
    view = deciding("G5 G5 G5 G5 G4", 0, 4)
    assert JUDGE.chances(view, (Move.KEEP,))[Move.KEEP] == pytest.approx(1 - STARTER_WINS)


def test_whoever_kept_early_hides_a_high_digit() -> None:
    """The other could have given it."""
    early = worlds(deciding("G1 K? G2", 0, 0).acts, 0, 0)
    total = sum(world.weight for world in early)
    assert sum(world.weight for world in early if world.hand[-1] >= 7) / total > 0.8


def test_a_win_in_the_first_round_is_worth_more_than_half_a_match() -> None:
    view = replace(deciding("G0 G9 G0 G9 G0", 0, 9), wins=(0, 0), number=1)
    won = JUDGE.chances(view, (Move.KEEP,))[Move.KEEP]
    assert won == pytest.approx(1 - STARTER_WINS / 2)
    assert JUDGE.chances(replace(view, wins=(0, 1), number=2), (Move.KEEP,))[Move.KEEP] == 0.5
    assert JUDGE.chances(replace(view, wins=(1, 0), number=2), (Move.KEEP,))[Move.KEEP] == 1


@pytest.mark.parametrize("acts", ["G3 K? K8 G2", "K8 G3 G4 K?", "G7 K? G5 K8", "G1 G6 G2 G7"])
def test_the_table_agrees_with_counting_one_digit_further(acts: str) -> None:
    """What is stored after four acts is the mean, over the next digit, of what is counted after five."""
    view = deciding(acts, 0, 0)
    possible = worlds(view.acts, 0, 0)
    expected = total = 0.0
    for digit in range(DIGITS):
        weight = sum(world.weight * world.left[digit] for world in possible)
        now = replace(view, drawn=digit)
        expected += weight * max(JUDGE.chances(now, now.moves).values())
        total += weight
    assert expected / total == pytest.approx(value(view.acts, 0, 0), abs=0.01)


@given(randoms)
def test_a_seat_that_waits_has_a_chance_too(random: Random) -> None:
    match = somewhere(ROOM, random)
    if match.outcome is None:
        assert 0 <= JUDGE.chance(match.view(other(match.waiting[0]))) <= 1
