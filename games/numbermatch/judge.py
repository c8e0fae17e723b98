"""What an attack is worth in Number Match, by what its attacker can know: estimates of the network."""

from collections.abc import Mapping, Sequence

from games.numbermatch.knowledge import known
from games.numbermatch.rules import View
from games.numbermatch.solution import waiting, worths

EVEN = 0.5


class NumberMatchJudge:
    """A spectator, who sees no hand, is told that it is even until it is over."""

    exact = False

    def chance(self, view: View) -> float:
        if view.outcome:
            return float(view.outcome.winner == (view.seat or 0))
        hand = None if view.seat is None else view.hands[view.seat]
        if view.seat is None or hand is None:
            return EVEN
        if view.seat == view.attacker:
            return max(self.chances(view, sorted(set(hand))).values())
        return waiting(known(view, view.seat))

    def chances(self, view: View, moves: Sequence[int]) -> Mapping[int, float]:
        return worths(known(view, view.seat or 0), moves)
