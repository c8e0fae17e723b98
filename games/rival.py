"""A computer player: sees what its seat may see, and picks one of its legal moves.

A better player for one game lives in that game's `rival.py` and is named in its room.
"""

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

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


def token_of(rival: Rival[V, M], match: Match[S, M, V], seat: Seat) -> str:
    """What the rival picks for this seat now; it is handed a view, so it can't look further."""
    dice = Dice(match.seed, f"rival {seat} {match.turn}")
    return str(rival.pick(match.view(seat), match.legal_moves(seat), dice))
