"""What a bid is worth in Bid Battle, against that best mix of the other's bids which hurts it most.

A best mix of the other's may hold bids that could be punished alone. But in no position does such a bid hurt
one of mine more than the bids that can't be punished: these are enough to ask.
"""

from collections.abc import Mapping, Sequence

from games.bidbattle.rules import View
from games.bidbattle.solution import position, secure_bids, worst, worth, worth_of
from games.engine import Seat
from games.review.judge import SeatJudge, judged_seat, settled

NOISE = 1e-9


class BidBattleJudge(SeatJudge[View]):
    """Every position is solved; the values stay unknown to the end. A spectator is told seat 0's chance."""

    exact = True

    def chance_before_end(self, view: View, seat: Seat) -> float:
        return worth(position(view, seat))

    def chances(self, view: View, moves: Sequence[int]) -> Mapping[int, float]:
        at = position(view, judged_seat(view))
        now, replies = worth(at), secure_bids(at.swapped)
        return {bid: settled(worst(at, bid, replies), now, NOISE) for bid in moves}

    def foreseen(self, view: View, move: int, reply: int) -> float:
        return worth_of(position(view, judged_seat(view)), move, reply)
