"""Battle to Ten worked out: who wins from a position, computed from the rules when it is first asked."""

from collections.abc import Iterator
from functools import cache

from games.dice import Dice, Seed
from games.engine import Seat
from games.ten.rules import DIGITS, TARGET, State, Ten, View

RULES = Ten()
NO_DICE = Dice(Seed(b"", "", ""), "none")
"""Nothing is left to chance here."""


def position(view: View) -> State:
    """Who took which digit no longer matters, only that it is gone; so equal positions are found again."""
    return State(view.totals, view.pool, view.active, ())


@cache
def after(state: State, digit: int) -> tuple[State, Seat | None]:
    """The position that this digit leads to, and who has won there, if anyone."""
    played = RULES.play(state, {state.active: digit}, NO_DICE)
    outcome = RULES.outcome(played)
    return State(played.totals, played.pool, played.active, ()), outcome.winner if outcome else None


@cache
def winner(state: State) -> Seat:
    """Who wins if both play well: whoever is to take a digit, if any digit wins."""
    return state.active if winning(state) else 1 if state.active == 0 else 0


@cache
def winning(state: State) -> tuple[int, ...]:
    """The digits that win against any reply."""
    return tuple(digit for digit in state.pool if winner_after(state, digit) == state.active)


def winner_after(state: State, digit: int) -> Seat:
    following, won_by = after(state, digit)
    return winner(following) if won_by is None else won_by


def positions() -> Iterator[State]:
    """All in which somebody has to pick, from the first on."""
    found = [State((0, 0), DIGITS, 0, ())]
    seen = {*found}
    for state in found:
        yield state
        following = {each for digit in state.pool for each, won_by in [after(state, digit)] if won_by is None}
        found.extend(following - seen)
        seen |= following


def safe(state: State) -> tuple[int, ...]:
    """The digits that don't carry the taker over ten."""
    return tuple(digit for digit in state.pool if state.totals[state.active] + digit <= TARGET)


@cache
def hope(state: State, seat: Seat) -> float:
    """The chance of this seat against somebody who looks before every other pick.

    Looking means taking a ten that is there and never going over ten; not looking, taking any digit.
    """
    if winner(state) == seat:
        return 1.0
    if state.active == seat:
        return max(hope_after(state, digit, seat) for digit in state.pool)
    looking, not_looking = in_plain_sight(state), state.pool
    return 0.5 * sum(_hopes(state, looking, seat)) + 0.5 * sum(_hopes(state, not_looking, seat))


def hope_after(state: State, digit: int, seat: Seat) -> float:
    following, won_by = after(state, digit)
    return hope(following, seat) if won_by is None else float(won_by == seat)


def in_plain_sight(state: State) -> tuple[int, ...]:
    """A ten if there is one, else whatever is safe."""
    tens = tuple(digit for digit in state.pool if state.totals[state.active] + digit == TARGET)
    return tens or safe(state)


def _hopes(state: State, digits: tuple[int, ...], seat: Seat) -> list[float]:
    return [hope_after(state, digit, seat) / len(digits) for digit in digits]
