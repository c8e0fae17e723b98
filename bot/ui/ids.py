"""Custom ids say what a component or a form is for when it is pressed, also after a restart.

Each kind is a dataclass. Its custom id is its word and then its fields, with colons between them.
"""

import re
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from enum import Enum, StrEnum
from functools import cache
from typing import Annotated, Any, ClassVar, Self, TypeAlias, get_args

from games.engine import value


@dataclass(frozen=True, slots=True)
class Format:
    """Says how a field is written in a custom id."""

    pattern: str
    """A regular expression for plain letters and digits only, without a group that captures."""
    read: Callable[[str], Any] = str
    write: Callable[[Any], str] = str


@dataclass(frozen=True, slots=True)
class Template:
    """Holds the form of all custom ids of one kind."""

    regex: re.Pattern[str]
    parts: tuple[tuple[str, Format, Any], ...]
    """The name of each field, its format, and its default: `MISSING` if it is always written."""


class CustomId:
    """`str` of it is the custom id. A stale or forged one is harmless: handlers check everything.

    A field is an Enum, or annotated with its `Format`. Fields with a default come last, and are left out
    there while they have it.
    """

    __slots__ = ()
    word: ClassVar[str]
    """The first word of all custom ids of this kind."""

    @property
    def about(self) -> int | None:
        """Returns the duel that it is about, if any."""
        return getattr(self, "duel", None)

    @classmethod
    @cache
    def template(cls) -> Template:
        parts = tuple((each.name, _format(each.type), each.default) for each in fields(cls))  # type: ignore[arg-type]
        required = "".join(f":({form.pattern})" for _, form, default in parts if default is MISSING)
        optional = ""
        for _, form, default in reversed(parts):
            if default is not MISSING:
                optional = f"(?::({form.pattern}){optional})?"
        return Template(re.compile(cls.word + required + optional), parts)

    def __str__(self) -> str:
        texts, kept = [self.word], 1
        for name, form, default in self.template().parts:
            said = getattr(self, name)
            texts.append(form.write(said))
            if default is MISSING or said != default:
                kept = len(texts)
        return ":".join(texts[:kept])

    @classmethod
    def read(cls, text: str) -> Self | None:
        """Returns None for a text that is no custom id of this kind."""
        template = cls.template()
        match = template.regex.fullmatch(text)
        if match is None:
            return None
        found = zip(template.parts, match.groups(), strict=True)
        return cls(*[default if said is None else form.read(said) for (_, form, default), said in found])


def _format(kind: Any) -> Format:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return Format("|".join(each.value for each in kind), kind)
    return next(each for each in get_args(kind) if isinstance(each, Format))


Word: TypeAlias = Annotated[str, Format("[a-z]{1,12}")]
GameKey: TypeAlias = Annotated[str, Format("[a-z]{1,20}")]
Token: TypeAlias = Annotated[str, Format("[a-z0-9]{1,12}")]
DuelNumber: TypeAlias = Annotated[int, Format("[0-9a-f]{1,13}", lambda said: int(said, 16), "{:x}".format)]
TurnNumber: TypeAlias = Annotated[int, Format("[0-9]{1,4}", int)]
PersonId: TypeAlias = Annotated[int, Format("[1-8]?[0-9]{1,18}", int)]


class Verb(StrEnum):
    """Says what a duel's button asks for."""

    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    COMPUTER = "computer"
    """Asks which level shall take up an open challenge."""
    LEVEL = "level"
    PANEL = "hand"
    """Opens the panel."""
    PICK = "pick"
    CONFIRM = "confirm"
    """Makes the same pick, after the question whether it is meant."""
    NUMBER = "number"
    """Opens the form for a number."""
    RESIGN = "resign"
    RESIGN_NOW = "resignnow"
    BACK = "back"
    BELL = "bell"
    """Switches pings at new turns on or off; the token is the wish of the person."""
    VOTE = "vote"
    """Votes for the winner; the token is the seat."""
    REMATCH = "rematch"
    """Asks for a rematch; a token asks for one against the computer at that level."""
    STEP = "step"
    """Shows another step of the review that is open; the token tells buttons to the same one apart."""
    REVIEW = "review"
    PAGE = "page"
    """Leads from the summary of the review that is open to a step, or back."""
    FAIR = "fair"
    SHARE = "share"
    """Shows everybody how a finished duel went."""
    MORE = "more"
    """Opens what is behind *More*, on a board or a panel."""


def duel_id(verb: str, duel: int, turn: int = 0, token: str = "") -> str:
    """Writes the same text as a `DuelAction`, in 0.6 instead of 4 µs: a board has several."""
    if token:
        return f"duel:{verb}:{duel:x}:{turn}:{token}"
    return f"duel:{verb}:{duel:x}:{turn}" if turn else f"duel:{verb}:{duel:x}"


@value
class DuelAction(CustomId):
    """Says what to do, in which duel, at which turn, with which move."""

    word = "duel"

    verb: Word
    """Buttons of an older version may carry one that is no longer a Verb."""
    duel: DuelNumber
    turn: TurnNumber = 0
    token: Token = ""


@value
class RulesOf(CustomId):
    """Asks for the rules of a game, in a private message of their own."""

    word = "rules"

    game: GameKey
