"""Battle to Ten: take digits from one pool in turn; exactly ten wins at once, more than ten loses at once."""

from collections.abc import Mapping

from games.dice import Dice
from games.engine import Game, Outcome, Seat, other, value, with_seat

DIGITS = tuple(range(1, 10))
TARGET = 10


@value
class Take:
    """One digit taken; `other_passes` when the other player then had no safe digit and lost the turn."""

    seat: Seat
    digit: int
    other_passes: bool


@value
class State:
    totals: tuple[int, int]
    pool: tuple[int, ...]
    active: Seat
    """Whose turn it is; when both are stuck, the one who could not move."""
    takes: tuple[Take, ...]


@value
class View:
    seat: Seat | None
    totals: tuple[int, int]
    pool: tuple[int, ...]
    active: Seat
    takes: tuple[Take, ...]
    outcome: Outcome | None


class Ten(Game[State, int, View]):
    key = "ten"
    title = "Battle to Ten"
    edition = 1
    max_turns = len(DIGITS)

    def setup(self, dice: Dice) -> State:  # noqa: ARG002 - nothing is left to chance here
        return State((0, 0), DIGITS, 0, ())

    def legal_moves(self, state: State, seat: Seat) -> tuple[int, ...]:
        """Any digit left, the dangerous ones too: whoever is asked always has a safe one among them."""
        return state.pool if seat == state.active and not self.outcome(state) else ()

    def play(self, state: State, moves: Mapping[Seat, int], dice: Dice) -> State:  # noqa: ARG002
        seat = state.active
        rival = other(seat)
        digit = moves[seat]
        total = state.totals[seat] + digit
        totals = with_seat(state.totals, seat, total)
        pool = tuple(left for left in state.pool if left != digit)
        passes = not has_safe(pool, totals[rival]) and has_safe(pool, total)
        return State(totals, pool, seat if passes else rival, (*state.takes, Take(seat, digit, passes)))

    def outcome(self, state: State) -> Outcome | None:
        if not state.takes:
            return None
        last = state.takes[-1].seat
        if state.totals[last] == TARGET:
            return Outcome(last, "ten")
        if state.totals[last] > TARGET:
            return Outcome(other(last), "over")
        if any(has_safe(state.pool, total) for total in state.totals):
            return None
        first, second = state.totals
        if first == second:
            return Outcome(other(state.active), "level")
        return Outcome(0 if first < second else 1, "lower")

    def view(self, state: State, seat: Seat | None) -> View:
        return View(seat, state.totals, state.pool, state.active, state.takes, self.outcome(state))


def has_safe(pool: tuple[int, ...], total: int) -> bool:
    """Is there a digit that doesn't carry this total over ten? The pool is in order: ask the smallest."""
    return bool(pool) and total + pool[0] <= TARGET
