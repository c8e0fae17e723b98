"""Battle to Ten is solved: who wins, with what, and what to do when nothing wins."""

from itertools import permutations

import pytest

from games.dice import Dice
from games.engine import Seat
from games.match import Match
from games.ten import ROOM
from games.ten.rival import best
from games.ten.rules import DIGITS, State
from games.ten.solution import after, hope_after, positions, winner, winner_after, winning
from tests.support.games.matches import dice, play, seed

START = State((0, 0), DIGITS, 0, ())


def test_the_first_player_wins_by_opening_with_one_to_four() -> None:
    assert winner(START) == 0
    assert winning(START) == (1, 2, 3, 4)


def test_there_are_303_positions() -> None:
    assert len([*positions()]) == 303


def test_the_solution_agrees_with_playing_out_every_end_by_the_rules() -> None:
    """From some positions with few digits left, a plain search through matches instead of positions."""
    game = ROOM.game

    def wins(state: State, seat: Seat) -> bool:
        outcome = game.outcome(state)
        if outcome:
            return outcome.winner == seat
        results = (wins(game.play(state, {state.active: digit}, dice()), seat) for digit in state.pool)
        return any(results) if state.active == seat else all(results)

    for digits in permutations(DIGITS, 3):
        match = Match.start(game, seed())
        for digit in digits:
            if match.waiting:
                match = match.submit(match.waiting[0], str(digit), match.turn)
        if not match.outcome:
            state = match.state
            assert (winner(State(state.totals, state.pool, state.active, ())) == 0) == wins(state, 0)


def test_the_top_level_keeps_every_won_position_won() -> None:
    for state in positions():
        if winner(state) == state.active:
            assert all(winner_after(state, digit) == state.active for digit in best(state))


def test_in_a_lost_position_the_top_level_leaves_the_most_room_for_mistakes() -> None:
    state = after(START, 4)[0]
    assert winning(state) == ()
    hopes = {digit: hope_after(state, digit, 1) for digit in state.pool}
    assert {hopes[digit] for digit in best(state)} == {max(hopes.values())}
    assert 0 < max(hopes.values()) < 1


@pytest.mark.parametrize("level", [*ROOM.rivals])
def test_no_level_goes_over_ten_while_a_digit_is_safe(level: str) -> None:
    for state in positions():
        view = ROOM.game.view(state, state.active)
        for number in range(3):
            digit = ROOM.rivals[level].pick(view, state.pool, Dice(seed(number), "rival"))
            assert state.totals[state.active] + digit <= 10


def test_the_judge_knows_that_the_match_is_won_until_it_is_thrown_away() -> None:
    judge = ROOM.judge
    assert judge is not None
    match = Match.start(ROOM.game, seed())
    assert judge.chance(match.view(0)) == 1
    assert judge.chance(match.view(1)) == 0
    assert judge.chances(match.view(0), match.legal_moves(0)) == {
        digit: float(digit <= 4) for digit in DIGITS
    }
    match = play(match, (9, None))
    assert (judge.chance(match.view(0)), judge.chance(match.view(1))) == (0, 1)
    worths = judge.chances(match.view(1), match.legal_moves(1))
    assert [digit for digit, worth in worths.items() if worth] == [1]
