"""What a card is worth in High-Low, against that best mix of the other's cards which hurts it most."""

from collections.abc import Mapping, Sequence

from games.engine import Seat
from games.highlow.rules import View
from games.highlow.solution import costs, position, worth
from games.review.judge import SeatJudge, judged_seat


class HighLowJudge(SeatJudge[View]):
    """Every position is solved. A spectator is told the chance of seat 0."""

    exact = True

    def chance_before_end(self, view: View, seat: Seat) -> float:
        return worth(position(view, seat))

    def chances(self, view: View, moves: Sequence[int]) -> Mapping[int, float]:
        at = position(view, judged_seat(view))
        now = worth(at)
        worths = {card: max(0.0, now - cost) for card, cost in zip(at.mine, costs(at), strict=True)}
        return {card: worths[card] for card in moves}

    def foreseen(self, view: View, move: int, reply: int) -> float:
        return worth(position(view, judged_seat(view)).after(move, reply))
