"""What a digit is worth in Battle to Ten: the match, or nothing."""

from collections.abc import Mapping, Sequence

from games.engine import Seat
from games.ten.rules import View
from games.ten.solution import position, winner, winner_after


class TenJudge:
    """Every position is won for one of the two. A spectator is told the chance of seat 0."""

    exact = True

    def chance(self, view: View) -> float:
        won_by = view.outcome.winner if view.outcome else winner(position(view))
        return float(won_by == _seat(view))

    def chances(self, view: View, moves: Sequence[int]) -> Mapping[int, float]:
        state = position(view)
        return {digit: float(winner_after(state, digit) == _seat(view)) for digit in moves}


def _seat(view: View) -> Seat:
    return view.seat or 0
