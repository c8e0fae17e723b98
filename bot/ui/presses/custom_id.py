"""What a button's custom id says: what to do, in which duel, at which turn, with which move."""

from dataclasses import dataclass
from enum import StrEnum
from re import Match

TEMPLATE = (
    r"duel:(?P<verb>[a-z]{1,12}):(?P<duel>[0-9a-f]{1,13})"
    r"(?::(?P<turn>[0-9]{1,4})(?::(?P<token>[a-z0-9]{1,12}))?)?"
)


class Verb(StrEnum):
    ACCEPT = "accept"
    DECLINE = "decline"
    WITHDRAW = "withdraw"
    COMPUTER = "computer"
    """Asks which level shall take up an open challenge."""
    LEVEL = "level"
    HAND = "hand"
    PICK = "pick"
    CONFIRM = "confirm"
    """The same pick, after the question whether it is meant."""
    NUMBER = "number"
    """Opens the form for a number."""
    RESIGN = "resign"
    RESIGN_NOW = "resignnow"
    BACK = "back"
    VOTE = "vote"
    """Who will win? The token is the seat."""
    REMATCH = "rematch"
    """With a token: against the computer at that level."""
    REPLAY = "replay"
    STEP = "step"
    """Another step of the replay that is open."""
    REVIEW = "review"
    PAGE = "page"
    """Another page of the review that is open."""
    FAIR = "fair"


@dataclass(frozen=True, slots=True)
class Address:
    verb: str
    """A word; buttons of an older version may carry one that is no longer a Verb."""
    duel: int
    turn: int = 0
    token: str = ""

    def __str__(self) -> str:
        parts = f"duel:{self.verb}:{self.duel:x}"
        if self.turn or self.token:
            parts += f":{self.turn}"
        return f"{parts}:{self.token}" if self.token else parts

    @classmethod
    def of(cls, match: Match[str]) -> "Address":
        return cls(match["verb"], int(match["duel"], 16), int(match["turn"] or 0), match["token"] or "")
