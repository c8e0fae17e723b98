"""How the computer bids in Bid Battle, from whims to bids that nobody can punish."""

from collections.abc import Mapping, Sequence

from games.bidbattle.rules import ITEMS, View
from games.bidbattle.solution import Position, position, secure_bid
from games.dice import Dice
from games.rival import Rival, Wavering


class Whimsical:
    """Likes round numbers and looks at nothing else."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return _near(moves, 5 * dice.between(1, 5))


class Greedy:
    """Wants every item badly and soon has nothing left."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return _near(moves, len(moves) * dice.between(35, 60) // 100)


class Fair:
    """An equal share of its points for each item left, give or take a few."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:
        return _near(moves, _at(view).mine // _left(_at(view)) + dice.between(-2, 4))


class Bluffing:
    """Knows what the position calls for, and asks for a little more or less to confuse the other."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:
        return _near(moves, secure_bid(_at(view)) + dice.between(-3, 3))


class Perfect:
    """What the position calls for: a bid that no other bid can punish."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return secure_bid(_at(view))


def _at(view: View) -> Position:
    return position(view, view.seat or 0)


def _left(at: Position) -> int:
    return len(ITEMS) - at.won - at.lost


def _near(moves: Sequence[int], bid: int) -> int:
    """The nearest bid that is allowed."""
    return max(moves[0], min(bid, moves[-1]))


RIVALS: Mapping[str, Rival[View, int]] = {
    "sprout": Whimsical(),
    "magpie": Greedy(),
    "badger": Fair(),
    "fox": Wavering(Perfect(), Bluffing(), 30),
    "oracle": Perfect(),
}
STRENGTH = {"sprout": 848, "magpie": 1072, "badger": 1500, "fox": 1803, "oracle": 1967}
