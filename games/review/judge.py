"""What a position and each pick in it are worth to one seat, by what that seat can know."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, TypeVar

from games.engine import M

V_contra = TypeVar("V_contra", contravariant=True)


class Judge(Protocol[V_contra, M]):
    """Chances are those of winning the match if both play well from here on."""

    @property
    def exact(self) -> bool:
        """Solved, or estimated?"""

    def chance(self, view: V_contra) -> float:
        """This seat's chance now, whether or not it has to pick."""

    def chances(self, view: V_contra, moves: Sequence[M]) -> Mapping[M, float]:
        """Its chance after each of these moves, when the other, who may have to pick unseen, plays well."""


AnyJudge: TypeAlias = Judge[Any, Any]


def settled(after: float, now: float, noise: float) -> float:
    """No pick is better than a solved position, and one that is as good is exactly as good."""
    return now if after > now - noise else after
