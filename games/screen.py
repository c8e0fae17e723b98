"""What one person is shown, as data: a terminal prints it, Discord gets it as components."""

from collections.abc import Iterable, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple, TypeAlias

from games.engine import SEATS, Seat, other, value

Names: TypeAlias = tuple[str, str]
"""What the players are called, by seat."""


class Mark(StrEnum):
    """What became of a card."""

    NONE = ""
    WON = "won"
    BLOCKED = "blocked"
    PICKED = "picked"
    """Chosen and not shown yet."""


class Card(NamedTuple):
    """A card or a digit in the colour of a seat. Without a value it lies face down."""

    value: int | None
    seat: Seat
    mark: Mark = Mark.NONE


@cache
def card(value: int | None, seat: Seat, mark: Mark = Mark.NONE) -> Card:
    """One object for all equal cards: there are a few dozen kinds, and a board has ten of them."""
    return Card(value, seat, mark)


class Slot(NamedTuple):
    """A place for a card that has not come yet."""


SLOT = Slot()


class Life(NamedTuple):
    """What is left of a player's life, for a row of hearts."""

    left: int
    of: int


class Pips(NamedTuple):
    """How much of a total is reached, or how much of a stock is left, as dots in the colour of a seat."""

    filled: int
    of: int
    seat: Seat


class Lot(NamedTuple):
    """An item on sale: who won it, what both bid for it, and what it was worth, as far as that is known."""

    name: str
    winner: Seat | None = None
    bids: tuple[int, int] | None = None
    value: int | None = None


Piece: TypeAlias = Card | Slot | Life | Pips | Lot


@value
class Row:
    """Pieces side by side. `seat` is whose row it is, None if it is nobody's. `label` stands before the
    pieces and `note` behind them."""

    seat: Seat | None
    pieces: tuple[Piece, ...]
    label: str = ""
    note: str = ""


class Tone(StrEnum):
    """How a choice is meant."""

    MAIN = "main"
    OTHER = "other"
    GOOD = "good"


class Choice(NamedTuple):
    """One pick on offer, or one that is no longer: it keeps its place, so that no other moves there."""

    token: str
    label: str
    confirm: str | None = None
    """A question to answer first, because the pick is dangerous."""
    danger: str = ""
    """What is dangerous about it, in a word or two, for a list that puts such picks last."""
    tone: Tone = Tone.MAIN
    gone: str = ""
    """Why it can't be picked now, in a word: "spent". Empty for a pick on offer."""
    seat: Seat | None = None
    """Who has taken it."""


@value
class Quick:
    """A sensible number that is one tap away."""

    number: int
    label: str


@value
class NumberChoice:
    """A whole number to enter, with a few sensible ones to tap instead."""

    label: str
    low: int
    high: int
    quick: tuple[Quick, ...] = ()
    confirm_high: str | None = None
    """A question to answer first when the highest number is entered."""
    noun: str = "number"
    """What is asked for, within a sentence: a bid."""


class Doing(StrEnum):
    """What a player is doing, in words for a terminal."""

    NOTHING = ""
    TO_PICK = "to pick"
    PICKED = "has picked"
    WINS = "wins"


@value
class Standing:
    """One player's line: how they stand, and what they are doing."""

    name: str
    score: str
    detail: str = ""
    status: Doing = Doing.NOTHING


class Fact(NamedTuple):
    """A label and what it says: what is left in a pool, a hand, a deck. `seat` is whose fact it is."""

    label: str
    value: str
    seat: Seat | None = None


@value
class Screen:
    """A board for everyone, or what one seat alone is shown. The latter speaks to its player, and holds only
    what the board does not say."""

    title: str
    stage: str
    standings: tuple[Standing, ...] = ()
    """How both players stand, by seat: on a board."""
    rows: tuple[Row, ...] = ()
    """The match so far, or what only the reader may see, as pieces."""
    results: tuple[str, ...] = ()
    """What finished rounds have brought; they stand for the rest of the match."""
    news: tuple[str, ...] = ()
    facts: tuple[Fact, ...] = ()
    ending: str = ""
    """How the match was won, to be put behind the winner's name: "wins 3–2"."""
    prompt: str = ""
    choices: tuple[Choice, ...] | NumberChoice = ()
    columns: int = 3
    private: bool = False
    """Shows something that nobody else may see."""

    @property
    def offered(self) -> tuple[Choice, ...]:
        """The choices that can be picked now, where they are listed one by one."""
        if isinstance(self.choices, NumberChoice):
            return ()
        return tuple([choice for choice in self.choices if not choice.gone])

    @property
    def taken(self) -> tuple[Fact, ...]:
        """What either player has taken from the choices."""
        gone = () if isinstance(self.choices, NumberChoice) else [each for each in self.choices if each.gone]
        by_seat = [(seat, [each for each in gone if each.seat == seat]) for seat in SEATS]
        return tuple(
            Fact(found[0].gone.capitalize(), spaced(each.token for each in found), seat)
            for seat, found in by_seat
            if found
        )

    def choice(self, token: str) -> Choice | None:
        """The choice behind this token, if it is on offer."""
        if isinstance(self.choices, NumberChoice):
            return _entered(self.choices, token)
        return next((choice for choice in self.offered if choice.token == token), None)


def _entered(choices: NumberChoice, token: str) -> Choice | None:
    if not (token.isdecimal() and token.isascii() and choices.low <= int(token) <= choices.high):
        return None
    return Choice(token, token, choices.confirm_high if int(token) == choices.high else None)


@value
class Table:
    """What a screen needs to know beside a view: who sits where, whose picks are in, and who reads it."""

    names: Names
    waiting: tuple[Seat, ...] = ()
    picked: tuple[Seat, ...] = ()
    winner: Seat | None = None
    reader: Seat | None = None
    """The seat that is spoken to; None for a board, which speaks of both alike."""

    def name(self, seat: Seat) -> str:
        """At the beginning of a sentence. Verbs behind it are in the past, where "You" and a name agree."""
        return "You" if seat == self.reader else self.names[seat]

    def to(self, seat: Seat) -> str:
        """Within a sentence."""
        return "you" if seat == self.reader else self.names[seat]

    def whose(self, seat: Seat) -> str:
        """Within a sentence, before what belongs to the seat."""
        return "your" if seat == self.reader else f"{self.names[seat]}'s"

    def status(self, seat: Seat) -> Doing:
        if seat == self.winner:
            return Doing.WINS
        if seat in self.picked:
            return Doing.PICKED
        return Doing.TO_PICK if seat in self.waiting else Doing.NOTHING

    def prompt(self) -> str:
        """Whom everybody is waiting for, in a sentence; nothing when nobody has to pick."""
        if not self.waiting:
            return ""
        return f"Waiting for {' and '.join([self.names[seat] for seat in self.waiting])}."

    def prompt_for(self, seat: Seat | None, question: str) -> str:
        """The question for a seat that has to pick, and for any other whom it is waiting for."""
        if seat in self.waiting:
            return question
        return f"Locked in. {self.prompt()}" if seat in self.picked else self.prompt()

    def lead(self, scores: tuple[int, int]) -> str:
        """Who is ahead, and by how much."""
        first, second = scores
        if first == second:
            return f"Level at {first}–{second}"
        seat: Seat = 0 if first > second else 1
        verb = "lead" if seat == self.reader else "leads"
        return f"{self.name(seat)} {verb} {scores[seat]}–{scores[other(seat)]}"


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
