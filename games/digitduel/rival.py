"""How the computer plays Digit Duel, from keeping nearly anything to the computed strategy."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.dice import Dice
from games.digitduel.rounds import Move
from games.digitduel.rules import View
from games.digitduel.solution import STEPS, keeps, situation
from games.rival import Random, Rival, Wavering


@dataclass(frozen=True, slots=True)
class Fixed:
    """Keeps what is at least so high, whatever the hands look like."""

    least: int

    def pick(self, view: View, moves: Sequence[Move], dice: Dice) -> Move:  # noqa: ARG002
        return Move.KEEP if (view.drawn or 0) >= self.least else moves[-1]


class Computed:
    """Keeps and gives as the computed table does, with its mixtures."""

    def pick(self, view: View, moves: Sequence[Move], dice: Dice) -> Move:
        if view.seat is None or view.drawn is None:
            raise ValueError("only a seat that has drawn a digit can decide about it")
        share = keeps(situation(view, view.seat), view.drawn)
        return Move.KEEP if dice.below(STEPS) < round(share * STEPS) else moves[-1]


RIVALS: Mapping[str, Rival[View, Move]] = {
    "sprout": Wavering(Fixed(0), Random(), 50),
    "magpie": Wavering(Fixed(1), Fixed(2), 50),
    "badger": Wavering(Fixed(3), Fixed(4), 20),
    "fox": Wavering(Computed(), Fixed(3), 40),
    "oracle": Computed(),
}
"""Beginners don't like to part with a digit; the better one plays, the more one gives away."""

STRENGTH = {"sprout": 1192, "magpie": 1328, "badger": 1500, "fox": 1628, "oracle": 1760}
