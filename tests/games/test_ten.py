"""Battle to Ten: its rulings, the book's examples, its screens; everything in it is open."""

from random import Random

import pytest

from games.engine import SEATS, Outcome, Refused, Seat, other
from games.match import AnyMatch, Match
from games.screen import Card, Mark, Pips, Row, Screen
from games.ten import ROOM
from games.ten.rules import DIGITS, State
from tests.support.games.matches import NAMES, at_state, choices_of, dice, play, played_out, seed

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


def events(before: State, after: State, reader: Seat | None) -> list[tuple[str, ...]]:  # noqa: ARG001
    """The digit taken, a turn that passed, and the rule that ended the match. The totals stand."""
    take, outcome = after.takes[-1], GAME.outcome(after)
    taker, waiting = NAMES[take.seat], NAMES[other(take.seat)]
    told: list[tuple[str, ...]] = [(f"{taker} took", str(take.digit))]
    if outcome is None and after.active == before.active:
        told.append((f"{waiting} had no safe digit", f"{taker} went on"))
    if outcome:
        told.append(("wins", _rule(outcome, after)))
    return told


def _rule(outcome: Outcome, state: State) -> str:
    loser, (low, high) = NAMES[other(outcome.winner)], sorted(state.totals)
    return {
        "ten": "exactly 10",
        "over": f"{loser} went over 10",
        "lower": f"lower total, {low}–{high}",
        "level": f"{low}–{high}: {loser} had to move",
    }[outcome.reason]


def standing(state: State) -> list[tuple[str, ...]]:
    """Both totals; in the end the digits they are made of."""
    told: list[tuple[str, ...]] = [(NAMES[seat], _total(state.totals[seat])) for seat in (0, 1)]
    if GAME.outcome(state):
        digits = [[str(take.digit) for take in state.takes if take.seat == seat] for seat in (0, 1)]
        told += [(NAMES[seat], *digits[seat]) for seat in (0, 1)]
    return told


def _total(total: int) -> str:
    return f"{total} of 10" if total <= 10 else f"{total}, over 10"


def start() -> AnyMatch:
    return Match.start(GAME, seed())


def table(pool: str, totals: tuple[int, int], active: Seat = 0) -> AnyMatch:
    return at_state(GAME, State(totals, tuple(map(int, pool)), active, ()))


def board(match: AnyMatch) -> Screen:
    return ROOM.show(match, None, NAMES)


def news(match: AnyMatch) -> tuple[str, ...]:
    return board(match).news


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
    for screen in (ROOM.show(match, 0, NAMES), ROOM.show(match, None, NAMES)):
        dangerous, safe = screen.choice("7"), screen.choice("6")
        assert dangerous
        assert dangerous.label == "7 over"
        assert dangerous.confirm == "Taking 7 brings you to 11. Over 10 loses at once. Take it anyway?"
        assert safe
        assert safe.confirm is None


def test_t3_a_player_without_a_safe_digit_passes_automatically() -> None:
    match = play(table("1345", (5, 8)), (1, None))
    assert match.waiting == (0,), "Ben is at 8 and the digits left start at 3"
    assert news(match)[-1] == "Ben had no safe digit, so Ann went on."
    hands = [ROOM.show(match, seat, NAMES).news[-1] for seat in SEATS]
    assert hands == [
        "Ben had no safe digit, so you went on.",
        "You had no safe digit, so Ann went on.",
    ]
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
    ("match", "ending"),
    [
        (play(start(), (4, None), (None, 5), (6, None)), "wins with exactly 10"),
        (play(start(), (4, None), (None, 5), (9, None)), "wins: Ann went over 10"),
        (
            play(table("267", (5, 8)), (2, None)),
            "wins with the lower total, 7–8: nobody had a safe digit",
        ),
        (
            play(table("267", (6, 8)), (2, None)),
            "wins at 8–8: Ben had to move and had no safe digit",
        ),
    ],
)
def test_the_end_says_by_which_rule_it_was_won(match: AnyMatch, ending: str) -> None:
    assert board(match).ending == ending


def test_whoever_lost_is_told_so_as_you() -> None:
    match = play(start(), (4, None), (None, 5), (9, None))
    assert [ROOM.show(match, seat, NAMES).ending for seat in SEATS] == [
        "wins: you went over 10",
        "wins: Ann went over 10",
    ]


def test_the_board_has_all_nine_digits_in_their_places_and_says_who_took_which() -> None:
    screen = board(play(start(), (4, None), (None, 5)))
    assert [choice.token for choice in choices_of(screen)] == [*map(str, DIGITS)]
    assert screen.columns == 3
    gone = {choice.token: (choice.gone, choice.seat) for choice in choices_of(screen) if choice.gone}
    assert gone == {"4": ("taken", 0), "5": ("taken", 1)}
    assert screen.prompt == "Ann, take a digit."


def test_a_digit_is_dangerous_for_the_player_who_is_to_move() -> None:
    match = play(start(), (9, None))
    assert [choice.token for choice in board(match).offered if choice.danger] == []
    match = play(match, (None, 5))
    assert "".join(choice.token for choice in board(match).offered if choice.danger) == "234678"


def test_a_player_who_waits_is_offered_nothing() -> None:
    screen = ROOM.show(play(start(), (4, None)), 0, NAMES)
    assert (screen.choices, screen.prompt) == ((), "Waiting for Ben.")


def test_totals_are_ten_pips() -> None:
    screen = board(play(start(), (4, None), (None, 5), (3, None)))
    assert screen.rows == (Row(0, (Pips(7, 10, 0),), note="7"), Row(1, (Pips(5, 10, 1),), note="5"))
    assert [standing.score for standing in screen.standings] == ["7 of 10", "5 of 10"]


def test_the_end_shows_the_digits_and_the_one_that_made_ten() -> None:
    screen = board(play(start(), (4, None), (None, 5), (6, None)))
    assert screen.rows == (
        Row(0, (Card(4, 0), Card(6, 0, Mark.WON)), note="10 of 10"),
        Row(1, (Card(5, 1),), note="5 of 10"),
    )
    assert screen.choices == ()


def test_going_over_ten_wins_nothing() -> None:
    screen = board(play(start(), (4, None), (None, 5), (9, None)))
    assert screen.rows[0] == Row(0, (Card(4, 0), Card(9, 0)), note="13, over 10")


def test_news_tell_every_digit_from_a_turn_on() -> None:
    match = play(start(), (1, None), (None, 8), (3, None))
    told = ("Ann took 1.", "Ben took 8.", "Ann took 3.")
    assert ROOM.told(match, 1, NAMES) == told
    assert ROOM.told(match, 3, NAMES) == told[2:]
    assert ROOM.show(match, 1, NAMES).news == ("You took 8.", "Ann took 3.")
