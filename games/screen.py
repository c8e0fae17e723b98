"""What one person is shown, as data: a terminal prints it, Discord gets it as components."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from games.engine import SEATS, Seat

Names: TypeAlias = tuple[str, str]
"""What the players are called, by seat."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One pick on offer. `confirm` is a question to answer first, because the pick is dangerous."""

    token: str
    label: str
    confirm: str | None = None
    danger: str = ""
    """What is dangerous about it, in a word or two, for a list that puts such picks last."""


@dataclass(frozen=True, slots=True)
class NumberChoice:
    """A whole number to enter, with a few sensible ones to tap instead."""

    label: str
    low: int
    high: int
    quick: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's line: how they stand, and what they are doing."""

    name: str
    score: str
    detail: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what it says: what is left in a pool, a hand, a deck."""

    label: str
    value: str


@dataclass(frozen=True, slots=True)
class Screen:
    """A board for everyone, or the hand of one seat."""

    title: str
    stage: str
    standings: tuple[Standing, Standing]
    news: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    story: tuple[str, ...] = ()
    prompt: str = ""
    choices: tuple[Choice, ...] | NumberChoice = ()
    columns: int = 3
    private: bool = False
    """Shows something that nobody else may see."""

    def choice(self, token: str) -> Choice | None:
        """The choice behind this token, where the choices are listed one by one."""
        if isinstance(self.choices, NumberChoice):
            return None
        return next((choice for choice in self.choices if choice.token == token), None)


@dataclass(frozen=True, slots=True)
class Table:
    """What a screen needs to know beside a view: who sits where, and whose picks are in."""

    names: Names
    waiting: tuple[Seat, ...] = ()
    picked: tuple[Seat, ...] = ()
    winner: Seat | None = None

    def status(self, seat: Seat) -> str:
        if seat == self.winner:
            return "wins"
        if seat in self.picked:
            return "has picked"
        return "to pick" if seat in self.waiting else ""

    def prompt(self) -> str:
        """Whom everybody is waiting for, in a sentence; nothing when nobody has to pick."""
        names = [self.names[seat] for seat in SEATS if seat in self.waiting]
        return f"Waiting for {' and '.join(names)}." if names else ""

    def prompt_for(self, seat: Seat | None, question: str) -> str:
        """The question for a seat that has to pick, and for any other whom it is waiting for."""
        if seat in self.waiting:
            return question
        return f"Locked in. {self.prompt()}" if seat in self.picked else self.prompt()


def spaced(numbers: Iterable[object]) -> str:
    """Numbers in a row, or a word that says there are none."""
    return " ".join(map(str, numbers)) or "none"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A number and its noun: 1 point, 2 points."""
    return f"{number} {one if number == 1 else many or one + 's'}"


def listed(parts: Sequence[str]) -> str:
    """One, two and three."""
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


def either(parts: Sequence[object]) -> str:
    """One, two or three."""
    *most, last = map(str, parts)
    return f"{', '.join(most)} or {last}" if most else last


def a(number: int) -> str:
    """A number with its article, as it is spoken: a 7, an 8."""
    spoken_with_a_vowel = number in {11, 18} or str(number).startswith("8")
    return f"{'an' if spoken_with_a_vowel else 'a'} {number}"


def percent(chance: float) -> str:
    """A whole number; certain and hopeless are said only of what is."""
    if 0.0001 < chance < 0.005:
        return "under 1%"
    if 0.995 <= chance < 0.9999:
        return "over 99%"
    return f"{100 * chance:.0f}%"
