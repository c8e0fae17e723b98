"""How the computer plays High-Low, from hoarding its good cards to an equilibrium."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.dice import Dice
from games.highlow.rules import View
from games.highlow.solution import position, weights
from games.rival import Random, Rival, Wavering, weighted


@dataclass(frozen=True, slots=True)
class Hoarding:
    """Saves its best cards for a later that never comes."""

    saved: int

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return dice.choice(moves[: -self.saved] or moves)


@dataclass(frozen=True, slots=True)
class Greedy:
    """One of its highest cards, every time."""

    highest: int

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return dice.choice(moves[-self.highest :])


class Strong:
    """Any card from the upper half of its hand."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        return dice.choice(moves[len(moves) // 2 :])


class Steady:
    """A good card, but in the same position always the same one."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:  # noqa: ARG002
        shares = weights(position(view, view.seat or 0))
        return max(zip(shares, moves, strict=True))[1]


class Perfect:
    """Mixes its cards so that nobody can do better than draw level, and does best against guesses."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:
        return weighted(moves, weights(position(view, view.seat or 0)), dice)


RIVALS: Mapping[str, Rival[View, int]] = {
    "sprout": Wavering(Random(), Hoarding(2), 50),
    "magpie": Wavering(Greedy(3), Random(), 40),
    "badger": Wavering(Steady(), Strong(), 65),
    "fox": Wavering(Perfect(), Strong(), 28),
    "oracle": Perfect(),
}
STRENGTH = {"sprout": 993, "magpie": 1336, "badger": 1500, "fox": 1634, "oracle": 1759}
