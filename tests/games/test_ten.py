"""Battle to Ten: its rulings, the book's examples, its screens; everything in it is open."""

from random import Random

import pytest

from games.engine import Outcome, Refused, Seat, other
from games.match import AnyMatch, Match
from games.ten import ROOM
from games.ten.rules import DIGITS, State
from tests.support.matches import NAMES, at_state, choices_of, dice, play, played_out, seed

PUBLIC = {"totals", "pool", "active", "takes"}
DEALT = False
GAME = ROOM.game


def altered(state: State, seat: Seat | None, random: Random) -> State:  # noqa: ARG001
    """Nothing is hidden here."""
    return state


def conserved(state: State) -> bool:
    """Every digit is in the pool or was taken once, and counts in its taker's total."""
    taken = [[take.digit for take in state.takes if take.seat == seat] for seat in (0, 1)]
    all_there = sorted((*state.pool, *taken[0], *taken[1])) == [*DIGITS]
    return all_there and state.totals == (sum(taken[0]), sum(taken[1]))


def longest(number: int) -> AnyMatch:
    """Nobody can take more than a few digits; any match will do."""
    return played_out(ROOM, Random(number))


def start() -> AnyMatch:
    return Match.start(GAME, seed())


def table(pool: str, totals: tuple[int, int], active: Seat = 0) -> AnyMatch:
    return at_state(GAME, State(totals, tuple(map(int, pool)), active, ()))


def news(match: AnyMatch) -> tuple[str, ...]:
    return ROOM.show(match, None, NAMES).news


def test_t1_digits_are_shared_and_used_once() -> None:
    match = play(start(), (3, None))
    assert match.waiting == (1,)
    assert match.legal_moves(1) == (1, 2, 4, 5, 6, 7, 8, 9)
    with pytest.raises(Refused):
        match.submit(1, "3", 2)


def test_t1_exactly_ten_wins_at_once() -> None:
    assert play(start(), (4, None), (None, 5), (6, None)).outcome == Outcome(0, "ten")


def test_t2_going_over_ten_loses_at_once() -> None:
    assert play(start(), (4, None), (None, 5), (9, None)).outcome == Outcome(1, "over")


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("digit", range(2, 10))
def test_t2_every_total_over_ten_loses_from_eleven_to_eighteen(seat: Seat, digit: int) -> None:
    match = table("23456789", (1, 9) if seat else (9, 1), active=seat)
    assert match.submit(seat, str(digit), match.turn).outcome == Outcome(other(seat), "over")


def test_t2_going_over_ten_loses_although_nobody_could_move_any_more() -> None:
    assert play(table("689", (5, 8)), (6, None)).outcome == Outcome(1, "over")


def test_t2_a_dangerous_digit_is_legal_marked_and_asks_for_confirmation() -> None:
    match = play(start(), (4, None), (None, 5))
    choices = {choice.token: choice for choice in choices_of(ROOM.show(match, 0, NAMES))}
    assert "7" in choices
    assert choices["7"].label == "7 (over 10)"
    assert choices["7"].confirm == "Taking 7 brings you to 11. Over 10 loses at once. Take it anyway?"
    assert choices["6"].confirm is None


def test_t3_a_player_without_a_safe_digit_passes_automatically() -> None:
    match = play(table("1345", (5, 8)), (1, None))
    assert match.waiting == (0,), "Ben is at 8 and the digits left start at 3"
    assert news(match)[-1] == "Ben has no safe digit, so the turn passes back to Ann."
    assert play(match, (4, None)).outcome == Outcome(0, "ten")


def test_t3_a_digit_that_makes_exactly_ten_is_safe() -> None:
    match = play(table("127", (3, 8)), (1, None))
    assert match.waiting == (1,), "Ben is at 8 and can take 2"
    assert play(match, (None, 2)).outcome == Outcome(1, "ten")


def test_t3_neither_has_a_safe_digit_and_the_lower_total_wins() -> None:
    match = play(table("267", (5, 8)), (2, None))
    assert match.state.totals == (7, 8)
    assert match.outcome == Outcome(0, "lower")


@pytest.mark.parametrize("level", [8, 9])
def test_t4_both_stuck_on_equal_totals_the_one_to_move_loses(level: int) -> None:
    match = play(table("267", (level - 2, level)), (2, None))
    assert match.outcome == Outcome(0, "level")
    match = play(table("267", (level, level - 2), active=1), (None, 2))
    assert match.outcome == Outcome(1, "level")


def test_t4_a_match_takes_at_most_nine_turns() -> None:
    assert GAME.max_turns == 9
    assert all(len(played_out(ROOM, Random(number)).turns) <= 9 for number in range(200))


def test_the_books_example_turn_by_turn() -> None:
    match = start()
    for picks, totals, left in (
        ((4, None), (4, 0), (1, 2, 3, 5, 6, 7, 8, 9)),
        ((None, 5), (4, 5), (1, 2, 3, 6, 7, 8, 9)),
        ((6, None), (10, 5), (1, 2, 3, 7, 8, 9)),
    ):
        match = play(match, picks)
        assert match.state.totals == totals
        assert match.state.pool == left
    assert match.outcome == Outcome(0, "ten")


def test_the_books_scenario_of_avoiding_defeat() -> None:
    match = play(table("234567", (7, 8)), (3, None))
    assert match.state.totals == (10, 8)
    assert match.outcome == Outcome(0, "ten")


def test_the_books_alternate_scenario_is_overruled() -> None:
    """The book lets Ben lose for being stuck at 8; but Ann is stuck at 9 too, and T3 favours the lower."""
    match = play(table("234567", (7, 8)), (2, None))
    assert match.state.totals == (9, 8)
    assert match.outcome == Outcome(1, "lower")


def test_perfect_play_of_the_first_seat_wins_with_one_to_four_and_no_other_opening() -> None:
    assert [digit for digit in DIGITS if not _mover_wins(_after(start().state, digit))] == [1, 2, 3, 4]


def _after(state: State, digit: int) -> State:
    return GAME.play(state, {state.active: digit}, dice())


def _mover_wins(state: State) -> bool:
    for digit in GAME.legal_moves(state, state.active):
        after = _after(state, digit)
        outcome = GAME.outcome(after)
        if outcome:
            wins = outcome.winner == state.active
        else:
            wins = _mover_wins(after) == (after.active == state.active)
        if wins:
            return True
    return False


@pytest.mark.parametrize(
    ("match", "told"),
    [
        (play(start(), (4, None), (None, 5), (6, None)), "Exactly 10: Ann wins."),
        (play(start(), (4, None), (None, 5), (9, None)), "That is over 10: Ann loses, Ben wins."),
        (
            play(table("267", (5, 8)), (2, None)),
            "Neither has a safe digit left. The lower total wins, 7 against 8: Ann wins.",
        ),
        (
            play(table("267", (6, 8)), (2, None)),
            "Neither has a safe digit left. The totals are level and it is Ben's turn: Ann wins.",
        ),
    ],
)
def test_the_end_says_by_which_rule_it_was_won(match: AnyMatch, told: str) -> None:
    assert news(match)[-1] == told


def test_the_end_tells_every_digit_taken() -> None:
    board = ROOM.show(play(start(), (4, None), (None, 5), (6, None)), None, NAMES)
    assert board.story == ("1. Ann took 4: total 4", "2. Ben took 5: total 5", "3. Ann took 6: total 10")


def test_the_end_tells_every_turn_that_was_passed() -> None:
    board = ROOM.show(play(table("1345", (5, 8)), (1, None), (4, None)), None, NAMES)
    assert board.story[1] == "Ben has no safe digit, so the turn passes back to Ann."
