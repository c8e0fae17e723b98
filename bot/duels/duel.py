"""A duel: a match plus who plays it, where, at what pace, and how it stands."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from bot.duels.pace import MINUTE, Pace
from bot.ratings.model import Change, Stake
from games.dice import Seed
from games.engine import SEATS, Seat, other
from games.match import AnyMatch
from games.room import AnyRoom

CHALLENGE_LIFE = 15 * MINUTE
Tally: TypeAlias = tuple[int, int]
"""How many of those who watch expect each seat to win."""
NO_VOTES: Tally = (0, 0)


class Status(StrEnum):
    CHALLENGE = "challenge"
    LIVE = "live"
    WON = "won"
    VOID = "void"
    """Ended without a result."""
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


OPEN = (Status.CHALLENGE, Status.LIVE)
OVER = (Status.WON, Status.VOID)


class Reason(StrEnum):
    """Why a duel ended, where it wasn't the rules of its game that ended it."""

    RULES = "rules"
    RESIGNED = "resigned"
    TIME = "time"
    PLACE_GONE = "place gone"


FORMER = "a former player"


def is_former(person: int) -> bool:
    """Whoever had their data deleted is a negative number from then on, which leads to nobody."""
    return person < 0


@dataclass(frozen=True, slots=True)
class Ending:
    winner: Seat | None
    reason: Reason
    at: float


@dataclass(frozen=True, slots=True)
class Duel:
    """A value; the arena is the only place where one follows another."""

    id: int
    guild: int
    channel: int
    room: AnyRoom
    challenger: int
    challenged: int | None
    """None: anyone may accept."""
    pace: Pace
    rated: bool
    secret: bytes
    created: float
    status: Status = Status.CHALLENGE
    rival: str | None = None
    """The computer's level, when the computer was challenged."""
    rematch_of: int | None = None
    challenger_seat: Seat | None = None
    """Fixed in a rematch, drawn by lot otherwise."""
    board: int | None = None
    accepted: str | None = None
    players: tuple[int, int] | None = None
    match: AnyMatch | None = None
    turn_began: float = 0.0
    reminded: int = 0
    """The last turn of which the late were reminded."""
    ending: Ending | None = None
    stakes: tuple[Stake, ...] = ()
    """What a rated challenge is about: for both people, or for the challenger alone."""
    changes: tuple[Change, Change] | None = None
    """What it did to the ratings of both seats, once it is over and counted."""
    tally: Tally = NO_VOTES

    @property
    def key(self) -> str:
        """The id as buttons, seals and files carry it."""
        return f"{self.id:x}"

    @property
    def seed(self) -> Seed:
        return Seed(self.secret, self.key, self.accepted or "")

    @property
    def expires(self) -> float:
        return self.created + CHALLENGE_LIFE

    @property
    def deadline(self) -> float:
        return self.turn_began + self.pace.seconds

    @property
    def awaits_anyone(self) -> bool:
        """An open challenge that nobody has taken, whether or not there is still time to."""
        return self.challenged is None and self.status in (Status.CHALLENGE, Status.EXPIRED)

    def seat_of(self, person: int) -> Seat | None:
        if self.players is None:
            return None
        return next((seat for seat in SEATS if self.players[seat] == person), None)

    def rival_seat(self) -> Seat | None:
        """Where the computer sits, if it plays."""
        if self.rival is None or self.players is None:
            return None
        seat = self.seat_of(self.challenger)
        return None if seat is None else other(seat)

    @property
    def takes_votes(self) -> bool:
        """Until the first reveal."""
        return self.status is Status.LIVE and self.match is not None and self.match.turn == 1

    @property
    def awaits_count(self) -> bool:
        """It moves ratings, but has not done so yet."""
        return self.status is Status.WON and self.rated and self.rival is None and self.changes is None

    @property
    def winner(self) -> int | None:
        if self.ending is None or self.ending.winner is None or self.players is None:
            return None
        return self.players[self.ending.winner]


def fair_start(began: float, pace: int, opened: float) -> float:
    """When a turn counts as begun after the bot was away until `opened`: at least a quarter of the time,
    and a whole minute, is left to everybody."""
    grace = max(60.0, pace / 4)
    return max(began, opened + grace - pace)
