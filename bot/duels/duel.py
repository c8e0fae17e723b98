"""A duel: a match plus its people, its place, its pace and its status."""

from dataclasses import replace
from enum import StrEnum
from typing import Any, TypeAlias

from bot.duels.pace import MINUTE, Pace
from bot.ratings.model import RatingChange, Stake
from games.dice import Seed
from games.engine import SEATS, Seat, other, value
from games.match import AnyMatch
from games.room import AnyRoom

CHALLENGE_LIFE = 15 * MINUTE
Tally: TypeAlias = tuple[int, int]
"""The votes of each seat: how many spectators expect each seat to win."""
NO_VOTES: Tally = (0, 0)
Messages: TypeAlias = tuple[int | None, int | None]
"""The direct messages that tell the players that it is their turn, by seat."""
NO_MESSAGES: Messages = (None, None)


class Status(StrEnum):
    CHALLENGE = "challenge"
    LIVE = "live"
    WON = "won"
    VOID = "void"
    """The duel ended without a result: it was called off before both had picked, both were late, or its
    place is gone."""
    DECLINED = "declined"
    WITHDRAWN = "withdrawn"
    EXPIRED = "expired"


OPEN = (Status.CHALLENGE, Status.LIVE)
OVER = (Status.WON, Status.VOID)


class Reason(StrEnum):
    """Says why a duel ended: by the rules of its game, or otherwise."""

    RULES = "rules"
    RESIGNED = "resigned"
    TIME = "time"
    PLACE_GONE = "place gone"


FORMER = "a former player"


def is_former(person: int) -> bool:
    """Tells whether a person has deleted their data: a random negative number has replaced their id."""
    return person < 0


def name_in_files(person: int) -> str:
    """Returns the name of a person in a file for download: their id, or “a former player”."""
    return FORMER if is_former(person) else str(person)


@value
class Ending:
    winner: Seat | None
    reason: Reason
    at: float


@value
class Notes:
    """Holds what is saved beside a duel's match, at any time: where it is shown, and what people were
    told."""

    channel: int
    board: int | None = None
    card: int | None = None
    """The channel of its card, if it is played in a thread of the bot. The card has the id of the thread."""
    started: float | None = None
    """When the clock of the first turn began to run: when its players knew of the duel."""
    reminded: int = 0
    """The last turn in which players were reminded to pick."""
    called: int = 0
    """The last turn that players were called to."""
    call: int | None = None
    """The message that calls or reminds players; deleted when they have picked."""
    dms: Messages = NO_MESSAGES
    bells: tuple[bool, bool] = (True, True)
    """Whether the player of each seat wants to be pinged at new turns; known of slow duels only."""
    tally: Tally = NO_VOTES


@value
class Duel:
    """A duel as a value. Only the arena replaces a duel by the one that follows it."""

    id: int
    guild: int
    room: AnyRoom
    challenger: int
    challenged: int | None
    """The person who is challenged; None if anyone may accept."""
    pace: Pace
    rated: bool
    secret: bytes
    created: float
    notes: Notes
    status: Status = Status.CHALLENGE
    rival: str | None = None
    """The computer's level, when the computer was challenged."""
    rematch_of: int | None = None
    challenger_seat: Seat | None = None
    """The seat of the challenger: it is fixed in a rematch, and drawn by lot otherwise."""
    accepted: str | None = None
    players: tuple[int, int] | None = None
    match: AnyMatch | None = None
    turn_began: float = 0.0
    ending: Ending | None = None
    stakes: tuple[Stake, ...] = ()
    """What is at stake in a rated challenge: for both people, or only for the challenger."""
    changes: tuple[RatingChange, RatingChange] | None = None
    """What the duel did to the ratings of both seats; None until it is over and counted."""
    shared: bool = False
    """Whether a player has shared how it went. That can be done once."""

    @property
    def key(self) -> str:
        """Returns the id as it is written on buttons, in seals and in files."""
        return f"{self.id:x}"

    @property
    def channel(self) -> int:
        return self.notes.channel

    @property
    def board(self) -> int | None:
        return self.notes.board

    def noted(self, **values: Any) -> "Duel":
        """Returns the same duel with other values of these fields of its notes."""
        return replace(self, notes=replace(self.notes, **values))

    @property
    def seed(self) -> Seed:
        return Seed(self.secret, self.key, self.accepted or "")

    @property
    def expires(self) -> float:
        return self.created + CHALLENGE_LIFE

    @property
    def deadline(self) -> float:
        return max(self.turn_began, self.notes.started or 0.0) + self.pace.seconds

    @property
    def clock_runs(self) -> bool:
        """Tells whether time counts. In the first turn it does as soon as both players know of the duel."""
        return self.notes.started is not None or (self.match is not None and self.match.turn > 1)

    @property
    def late(self) -> tuple[int, ...]:
        """Returns the people whose picks are missing."""
        if self.match is None or self.players is None or self.status is not Status.LIVE:
            return ()
        return tuple(self.players[seat] for seat in self.match.waiting if seat != self.rival_seat())

    @property
    def awaits_anyone(self) -> bool:
        """Tells whether this is an open challenge that nobody has accepted, also if it has expired."""
        return self.challenged is None and self.status in (Status.CHALLENGE, Status.EXPIRED)

    @property
    def is_under_way(self) -> bool:
        """Tells whether both players have picked at least once. Until then a duel that one of them leaves is
        called off without a result."""
        if self.match is None:
            return False
        picks = (*self.match.turns, self.match.sealed)
        return all(any(picked[seat] is not None for picked in picks) for seat in SEATS)

    def seat_of(self, person: int) -> Seat | None:
        if self.players is None:
            return None
        first, second = self.players
        return 0 if person == first else 1 if person == second else None

    def rival_seat(self) -> Seat | None:
        """Returns the computer's seat, if it plays."""
        if self.rival is None or self.players is None:
            return None
        seat = self.seat_of(self.challenger)
        return None if seat is None else other(seat)

    @property
    def takes_votes(self) -> bool:
        """Tells whether spectators may vote: they may until the first reveal."""
        return self.status is Status.LIVE and self.match is not None and self.match.turn == 1

    @property
    def is_for_ratings(self) -> bool:
        """Tells whether its result changes the ratings of both."""
        return self.rated and self.rival is None

    @property
    def awaits_count(self) -> bool:
        """Tells whether it changes ratings, but has not been counted yet."""
        return self.status is Status.WON and self.is_for_ratings and self.changes is None

    @property
    def winner(self) -> int | None:
        if self.ending is None or self.ending.winner is None or self.players is None:
            return None
        return self.players[self.ending.winner]


def fair_start(began: float, pace: int, opened: float) -> float:
    """Returns when a turn counts as begun if the bot was away until `opened`: players then have at least a
    quarter of their time left, and at least a minute."""
    grace = max(60.0, pace / 4)
    return max(began, opened + grace - pace)
