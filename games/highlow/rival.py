"""How the computer plays High-Low, from hoarding its good cards to an equilibrium."""

from collections.abc import Mapping, Sequence

from games.dice import Dice
from games.highlow.rules import View
from games.highlow.solution import position, weights
from games.rival import Rival, weighted


class Perfect:
    """Mixes its cards so that nobody can do better than draw level, and does best against guesses."""

    def pick(self, view: View, moves: Sequence[int], dice: Dice) -> int:
        return weighted(moves, weights(position(view, view.seat or 0)), dice)


RIVALS: Mapping[str, Rival[View, int]] = {
    "sprout": Perfect(),
    "magpie": Perfect(),
    "badger": Perfect(),
    "fox": Perfect(),
    "oracle": Perfect(),
}
