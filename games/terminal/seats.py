"""Before the first pick: who plays, from which seed, in which seat."""

from dataclasses import dataclass
from hashlib import sha256
from secrets import token_bytes

from games.dice import Seed
from games.engine import Seat, other
from games.match import Match
from games.records.record import Record
from games.rival import AnyRival
from games.room import AnyRoom
from games.seating import seat_in_rematch, seat_of_challenger


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two people; or one person, the challenger, and a rival."""

    challenger: str
    challenged: str
    rival: AnyRival | None = None

    def rivals(self, record: Record) -> dict[Seat, AnyRival]:
        """The computer players of this match, by seat."""
        return {} if self.rival is None else {other(record.challenger): self.rival}


def new_seed(text: str | None, number: int) -> Seed:
    """The seed of the first, second, third… match in a row; repeatable when a text is given."""
    if text is None:
        secret = token_bytes(32)
    else:
        secret = sha256(f"{text}/{number}".encode("utf-8", "surrogateescape")).digest()
    return Seed(secret, "terminal", "terminal")


def first_match(room: AnyRoom, pairing: Pairing, seed: Seed) -> Record:
    return _seated(room, pairing, seed, seat_of_challenger(seed), rematch=False)


def rematch(room: AnyRoom, pairing: Pairing, seed: Seed, before: Record) -> Record:
    return _seated(room, pairing, seed, seat_in_rematch(before.challenger), rematch=True)


def _seated(room: AnyRoom, pairing: Pairing, seed: Seed, seat: Seat, *, rematch: bool) -> Record:
    first, second = pairing.challenger, pairing.challenged
    players = (first, second) if seat == 0 else (second, first)
    return Record(Match.start(room.game, seed), players, seat, rematch)
