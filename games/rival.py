"""A computer player: sees what its seat may see, and picks one of its legal moves.

The levels of one game live in that game's `rival.py`: RIVALS, by the keys of `games.levels`, and STRENGTH,
the ratings that `make strength` measured for them.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from games.dice import Dice
from games.engine import M, S, Seat, V
from games.match import Match

V_contra = TypeVar("V_contra", contravariant=True)


class Rival(Protocol[V_contra, M]):
    """Given the view, the moves and the dice, always the same pick: so its matches replay like any other."""

    def pick(self, view: V_contra, moves: Sequence[M], dice: Dice) -> M: ...


AnyRival: TypeAlias = Rival[Any, Any]


class Random:
    """Any legal move, all equally likely."""

    def pick(self, view: object, moves: Sequence[M], dice: Dice) -> M:  # noqa: ARG002 - it doesn't look
        return dice.choice(moves)


@dataclass(frozen=True, slots=True)
class Wavering(Generic[V_contra, M]):
    """Mostly plays like one, now and then like another."""

    mostly: Rival[V_contra, M]
    otherwise: Rival[V_contra, M]
    percent: int
    """How often it plays like the other."""

    def pick(self, view: V_contra, moves: Sequence[M], dice: Dice) -> M:
        tempted = dice.below(100) < self.percent
        return (self.otherwise if tempted else self.mostly).pick(view, moves, dice)


def weighted(items: Sequence[M], weights: Sequence[int], dice: Dice) -> M:
    """One of the items, each as often as its weight says."""
    left = dice.below(sum(weights))
    for item, weight in zip(items, weights, strict=True):
        if left < weight:
            return item
        left -= weight
    raise AssertionError("a number below the sum of the weights falls into one of them")


def token_of(rival: Rival[V, M], match: Match[S, M, V], seat: Seat) -> str:
    """What the rival picks for this seat now; it is handed a view, so it can't look further."""
    dice = Dice(match.seed, f"rival {seat} {match.turn}")
    return str(rival.pick(match.view(seat), match.legal_moves(seat), dice))
