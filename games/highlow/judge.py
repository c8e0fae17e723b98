"""What a card is worth in High-Low, against an opponent who mixes as well as can be."""

from collections.abc import Mapping, Sequence

from games.engine import Seat
from games.highlow.rules import View
from games.highlow.solution import SHARES, Position, position, weights, worth
from games.review.judge import SeatJudge, judged_seat, settled

NOISE = 1e-4
"""Weights are whole numbers, so a best card can look this much worse than the position."""


class HighLowJudge(SeatJudge[View]):
    """Every position is solved. A spectator is told the chance of seat 0."""

    exact = True

    def chance_before_end(self, view: View, seat: Seat) -> float:
        return worth(position(view, seat))

    def chances(self, view: View, moves: Sequence[int]) -> Mapping[int, float]:
        at = position(view, judged_seat(view))
        now = worth(at)
        return {card: settled(_worth_of(at, card), now, NOISE) for card in moves}


def _worth_of(at: Position, card: int) -> float:
    replies = zip(at.theirs, weights(at.swapped), strict=True)
    return sum(share * worth(at.after(card, reply)) for reply, share in replies if share) / SHARES
