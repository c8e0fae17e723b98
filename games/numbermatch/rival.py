"""How the computer plays Number Match, from hoarding to a network that has played against itself."""

from collections.abc import Mapping, Sequence

from games.dice import Dice
from games.numbermatch.knowledge import Known, known, lacking
from games.numbermatch.rules import HAND_SIZE, View
from games.numbermatch.solution import worths
from games.rival import Random, Rival, Wavering


class Lowest:
    """Saves the big ones for later."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return min(moves)


class Highest:
    """Wants to see the most life go at once."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return max(moves)


class Middling:
    """Neither wastes small cards nor risks big ones."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return min(moves, key=lambda card: abs(card - 6))


class Spare:
    """Parts with what it holds twice, and keeps single cards to block with."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        hand = view.hands[view.seat or 0] or ()
        return min(moves, key=lambda card: (-min(2, hand.count(card)), card))


class Counting:
    """Counts the cards: harm done now, less what a single card would have blocked later."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        now = known(view, view.seat or 0)
        return max(moves, key=lambda card: _harm(now, card))


class Learned:
    """The card with which the network gives itself the best chance."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        chances = worths(known(view, view.seat or 0), moves)
        return max(moves, key=chances.__getitem__)


def _harm(now: Known, card: int) -> float:
    among_five = lacking(now.unseen[card - 1], sum(now.unseen), HAND_SIZE)
    lacks = 1.0 if now.them.fresh[card - 1] == 0 else among_five
    harm = lacks * (now.them.life + 3 if card >= now.them.life else card)
    single = now.hand[card - 1] == 1
    return harm - (0.35 * card * (1 - among_five) if single else 0.0)


RIVALS: Mapping[str, Rival[View, int]] = {
    "sprout": Wavering(Lowest(), Random(), 28),
    "magpie": Wavering(Lowest(), Highest(), 36),
    "badger": Wavering(Middling(), Spare(), 45),
    "fox": Wavering(Counting(), Middling(), 77),
    "oracle": Learned(),
}
"""The lower ones hoard their big cards, which is the mistake that costs most."""

STRENGTH = {"sprout": 1239, "magpie": 1366, "badger": 1500, "fox": 1629, "oracle": 1766}
