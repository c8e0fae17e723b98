"""What a bid is worth in Bid Battle, against an opponent who makes any of the bids that can't be punished."""

from collections.abc import Mapping, Sequence

from games.bidbattle.rules import View
from games.bidbattle.solution import Position, position, secure_bids, worth, worth_of
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
        return {bid: settled(_worth_against(at, bid, replies), now, NOISE) for bid in moves}


def _worth_against(at: Position, bid: int, replies: Sequence[int]) -> float:
    return sum(worth_of(at, bid, reply) for reply in replies) / len(replies)
