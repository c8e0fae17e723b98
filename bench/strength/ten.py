"""Battle to Ten's top level, computed over all positions: which it keeps won, and its chances in others."""

from collections.abc import Callable, Iterator
from functools import cache
from statistics import fmean

from bench.strength.figures import Figure
from games.engine import Seat
from games.ten.rival import best
from games.ten.rules import DIGITS, State
from games.ten.solution import after, in_plain_sight, positions, winner, winner_after

START = State((0, 0), DIGITS, 0, ())


def figures(_quick: bool) -> Iterator[Figure]:  # noqa: FBT001 - computing everything is quick
    won = [state for state in positions() if winner(state) == state.active]
    kept = [all(winner_after(state, digit) == state.active for digit in best(state)) for state in won]
    yield Figure(f"won positions that stay won ({len(won)} of them)", 100 * fmean(kept), least=100)
    yield Figure("the top level against a best response, moving first", _percent(0, min), least=100)
    yield Figure("the top level against random digits, moving first", _percent(0, fmean), least=100)
    yield Figure("the top level against random digits, moving second", _percent(1, fmean), least=92.3)
    careful = _percent(1, fmean, in_plain_sight)
    yield Figure("… against digits that take a ten and never go over, second", careful)


def _percent(
    seat: Seat,
    replying: Callable[[list[float]], float],
    replies: Callable[[State], tuple[int, ...]] = lambda state: state.pool,
) -> float:
    """How often the top level wins in this seat. `replying` chooses among the chances after each reply."""

    @cache
    def chance(state: State) -> float:
        if state.active == seat:
            return fmean(chance_after(state, digit) for digit in best(state))
        return replying([chance_after(state, digit) for digit in replies(state)])

    def chance_after(state: State, digit: int) -> float:
        following, won_by = after(state, digit)
        return chance(following) if won_by is None else float(won_by == seat)

    return 100 * chance(START)
