"""Habits of play: from the picks that gave chances away to one sentence that a player can use.

A sentence is written once for every reader, with blanks for the people in it:

    {You} {you} {your}   the player it is about: "You", "you", "your", or the name, "they", "their"
    {them}               the other player: "you" or the name

So its verbs are in the past, where "you" and a name take the same form.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias

from games.engine import M, Seat, V, other
from games.screen import Names


@dataclass(frozen=True, slots=True)
class Lapse(Generic[V, M]):
    """A pick that gave chances away, with all that its player could know."""

    view: V
    move: M
    best: tuple[M, ...]
    cost: float


AnyLapse: TypeAlias = Lapse[Any, Any]


@dataclass(frozen=True, slots=True)
class Habit(Generic[V, M]):
    shows: Callable[[Lapse[V, M]], bool]
    """Is this lapse of that kind?"""
    advice: Callable[[Sequence[Lapse[V, M]]], str]
    """The sentence about these lapses, the costliest of which comes first."""


AnyHabit: TypeAlias = Habit[Any, Any]


def advise(habits: Sequence[AnyHabit], lapses: Sequence[AnyLapse]) -> str | None:
    """About the habit that cost most, of equal ones the first; a lapse belongs to the first that it shows."""
    by_habit: dict[int, list[AnyLapse]] = {}
    for lapse in sorted(lapses, key=lambda lapse: -lapse.cost):
        kind = next((number for number, habit in enumerate(habits) if habit.shows(lapse)), None)
        if kind is not None:
            by_habit.setdefault(kind, []).append(lapse)
    if not by_habit:
        return None
    costliest = max(by_habit, key=lambda kind: (sum(lapse.cost for lapse in by_habit[kind]), -kind))
    return habits[costliest].advice(by_habit[costliest])


def addressed(sentence: str, seat: Seat, names: Names, reader: Seat | None) -> str:
    """The sentence about this seat, as this reader is told it; None is a spectator."""
    rival = other(seat)
    them = "you" if reader == rival else names[rival]
    if reader == seat:
        return sentence.format(You="You", you="you", your="your", them=them)
    return sentence.format(You=names[seat], you="they", your="their", them=them)
