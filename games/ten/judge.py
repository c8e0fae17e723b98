"""What a digit is worth in Battle to Ten: the match, or nothing."""

from collections.abc import Mapping, Sequence

from games.engine import Seat
from games.review.judge import SeatJudge, judged_seat
from games.ten.rules import View
from games.ten.solution import position, winner, winner_after


class TenJudge(SeatJudge[View]):
    """Every position is won for one of the two. A spectator is told the chance of seat 0."""

    exact = True

    def chance_before_end(self, view: View, seat: Seat) -> float:
        return float(winner(position(view)) == seat)

    def chances(self, view: View, moves: Sequence[int]) -> Mapping[int, float]:
        state, seat = position(view), judged_seat(view)
        return {digit: float(winner_after(state, digit) == seat) for digit in moves}
