"""What an attack is worth in Number Match, by what its attacker can know: estimates of the network."""

from collections.abc import Mapping, Sequence

from games.engine import Seat
from games.numbermatch.knowledge import known
from games.numbermatch.rules import View
from games.numbermatch.solution import waiting, worths
from games.review.judge import SeatJudge, judged_seat

EVEN = 0.5


class NumberMatchJudge(SeatJudge[View]):
    """A spectator, who sees no hand, is told that it is even until it is over."""

    exact = False

    def chance_before_end(self, view: View, seat: Seat) -> float:
        hand = view.hands[seat]
        if view.seat is None or hand is None:
            return EVEN
        if seat == view.attacker:
            return max(self.chances(view, sorted(set(hand))).values())
        return waiting(known(view, seat))

    def chances(self, view: View, moves: Sequence[int]) -> Mapping[int, float]:
        return worths(known(view, judged_seat(view)), moves)
