"""What a position and each pick in it are worth to one seat, by what that seat can know."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from games.engine import M, Outcome, Seat

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

    def foreseen(self, view: V_contra, move: M, reply: M) -> float | None:
        """Its chance once both secret picks are open and before chance has its say, as by a lot.

        None in a game where nobody picks unseen.
        """


class Seen(Protocol):
    """The part of a view that every judge looks at."""

    @property
    def seat(self) -> Seat | None: ...

    @property
    def outcome(self) -> Outcome | None: ...


W = TypeVar("W", bound=Seen)


class SeatJudge(ABC, Generic[W]):
    """A judge who answers for the seat of a view, or for seat 0 when a spectator asks."""

    def chance(self, view: W) -> float:
        seat = judged_seat(view)
        return float(view.outcome.winner == seat) if view.outcome else self.chance_before_end(view, seat)

    @abstractmethod
    def chance_before_end(self, view: W, seat: Seat) -> float:
        """This seat's chance while the match goes on."""

    def foreseen(self, view: W, move: Any, reply: Any) -> float | None:  # noqa: ARG002
        return None


def judged_seat(view: Seen) -> Seat:
    """The seat whose chances a view is judged by: a spectator is told those of seat 0."""
    return view.seat or 0


AnyJudge: TypeAlias = Judge[Any, Any]


def settled(after: float, now: float, noise: float) -> float:
    """No pick is better than a solved position, and one that is as good is exactly as good."""
    return now if after > now - noise else after
