"""Custom ids: what a component or a form says of itself when it is pressed, also after a restart."""

import re
from abc import ABC, abstractmethod
from enum import StrEnum
from typing import ClassVar, Self

from games.engine import value


class CustomId(ABC):
    """`str` of it is the custom id. A stale or forged one is harmless: handlers check everything."""

    __slots__ = ()
    word: ClassVar[str]
    """The first word of all custom ids of this kind."""
    template: ClassVar[re.Pattern[str]]

    @property
    def about(self) -> int | None:
        """The duel that it is about, if any."""
        return None

    @classmethod
    def read(cls, text: str) -> Self | None:
        """None for a text that is no custom id of this kind."""
        match = cls.template.fullmatch(text)
        return None if match is None else cls.of(match)

    @classmethod
    @abstractmethod
    def of(cls, match: re.Match[str]) -> Self: ...


class Verb(StrEnum):
    """What a duel's button asks for."""

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
    """The same pick, after the question whether it is meant."""
    NUMBER = "number"
    """Opens the form for a number."""
    RESIGN = "resign"
    RESIGN_NOW = "resignnow"
    BACK = "back"
    BELL = "bell"
    """Whether the person wants to be pinged at new turns; the token is their wish."""
    VOTE = "vote"
    """Who will win? The token is the seat."""
    REMATCH = "rematch"
    """With a token: against the computer at that level."""
    REPLAY = "replay"
    """Opens the review at a step: older versions had a replay apart from it."""
    STEP = "step"
    """Another step of the review that is open; the token tells apart buttons that lead to the same one."""
    REVIEW = "review"
    PAGE = "page"
    """From the summary of the review that is open to a step, or back."""
    FAIR = "fair"
    SHARE = "share"
    """Shows everybody how a finished duel went."""
    MORE = "more"
    """What is behind *More*, on a board or a panel."""


def duel_id(verb: str, duel: int, turn: int = 0, token: str = "") -> str:
    """The custom id of a duel's button; a `DuelAction` is what it says when it is read."""
    if token:
        return f"duel:{verb}:{duel:x}:{turn}:{token}"
    return f"duel:{verb}:{duel:x}:{turn}" if turn else f"duel:{verb}:{duel:x}"


@value
class DuelAction(CustomId):
    """What to do, in which duel, at which turn, with which move."""

    word = "duel"
    template = re.compile(
        r"duel:(?P<verb>[a-z]{1,12}):(?P<duel>[0-9a-f]{1,13})"
        r"(?::(?P<turn>[0-9]{1,4})(?::(?P<token>[a-z0-9]{1,12}))?)?"
    )

    verb: str
    """A word; buttons of an older version may carry one that is no longer a Verb."""
    duel: int
    turn: int = 0
    token: str = ""

    @property
    def about(self) -> int:
        return self.duel

    def __str__(self) -> str:
        return duel_id(self.verb, self.duel, self.turn, self.token)

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        return cls(match["verb"], int(match["duel"], 16), int(match["turn"] or 0), match["token"] or "")


@value
class RulesOf(CustomId):
    """The rules of a game, in a private message of their own."""

    word = "rules"
    template = re.compile(r"rules:(?P<game>[a-z]{1,20})")

    game: str

    def __str__(self) -> str:
        return f"rules:{self.game}"

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        return cls(match["game"])
