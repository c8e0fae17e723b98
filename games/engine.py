"""What a game is: seats, moves and outcomes, and the five questions every game answers."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar, dataclass_transform

from games.dice import Dice

Seat: TypeAlias = Literal[0, 1]
SEATS: tuple[Seat, Seat] = (0, 1)

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
C = TypeVar("C")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def value(made: type[C]) -> type[C]:
    """A dataclass of which nobody sets a field, so equal ones are interchangeable. Only mypy refuses it: one
    that is frozen while the bot runs takes twice as long to make, and a screen is made of dozens."""
    return dataclass(slots=True, unsafe_hash=True)(made)


def other(seat: Seat) -> Seat:
    return 1 if seat == 0 else 0


def with_seat(pair: tuple[M, M], seat: Seat, value: M) -> tuple[M, M]:
    """The same pair with one seat's half exchanged."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)


class Refused(Exception):  # noqa: N818 - a refusal is an ordinary answer, not an error
    """A player's mistake, put as a sentence that says what to do."""


@value
class Outcome:
    """Who won, and by which rule; `reason` is a stable word that each game's screen puts into a sentence."""

    winner: Seat
    reason: str


class Game(ABC, Generic[S, M, V]):
    """The rules of one game; a stateless singleton.

    Seat 0 moves first. Who sits there is settled before the match begins: see `games.seating`.
    """

    key: ClassVar[str]
    title: ClassVar[str]
    edition: ClassVar[int]
    max_turns: ClassVar[int]

    @abstractmethod
    def setup(self, dice: Dice) -> S: ...

    @abstractmethod
    def legal_moves(self, state: S, seat: Seat) -> Sequence[M]:
        """A tuple or range, empty when this seat has nothing to decide now; str(move) is its token."""

    @abstractmethod
    def play(self, state: S, moves: Mapping[Seat, M], dice: Dice) -> S:
        """One turn: a legal move from every seat that had one, and from no other."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None: ...

    @abstractmethod
    def view(self, state: S, seat: Seat | None) -> V:
        """What this seat may know; None is a spectator."""


AnyGame: TypeAlias = Game[Any, Any, Any]
