"""Reads all duels from a database without the bot's code, and replays their matches."""

from collections import defaultdict
from dataclasses import dataclass, replace

from bench.rig.rows import rows
from games import EDITIONS, room_of
from games.dice import Seed
from games.engine import SEATS, Refused, Seat
from games.match import AnyMatch, Match
from games.room import AnyRoom

DUELS = """SELECT id, channel, board, game, edition, challenger, challenged, pace, rated, secret, status,
                  rematch_of, accepted, seat0, seat1, winner, reason FROM duels"""
PICKS = "SELECT duel, turn, seat, token FROM picks ORDER BY duel, turn, seat"


@dataclass(frozen=True)
class StoredDuel:
    """One row of the table `duels`, with the duel's picks."""

    id: int
    channel: int
    board: int | None
    game: str
    edition: int
    challenger: int
    challenged: int | None
    pace: int
    rated: bool
    secret: bytes
    status: str
    rematch_of: int | None
    accepted: str | None
    seat0: int | None
    seat1: int | None
    winner: Seat | None
    reason: str | None
    picks: tuple[tuple[int, Seat, str], ...] = ()
    """Turn, seat and token of each pick, in order."""

    @property
    def room(self) -> AnyRoom:
        return room_of(next(g for g in EDITIONS if (g.key, g.edition) == (self.game, self.edition)))

    @property
    def players(self) -> tuple[int, int]:
        return self.seat0 or 0, self.seat1 or 0

    @property
    def winning_person(self) -> int | None:
        return None if self.winner is None else self.players[self.winner]

    def match(self) -> AnyMatch | None:
        """The match after all picks; None if a pick breaks the rules."""
        matches = self.matches()
        return matches[-1] if len(matches) == len(self.picks) + 1 else None

    def matches(self) -> list[AnyMatch]:
        """The match after each pick. The list ends early where a pick breaks the rules."""
        seed = Seed(bytes(self.secret), f"{self.id:x}", self.accepted or "")
        found: list[AnyMatch] = [Match.start(self.room.game, seed)]
        for turn, seat, token in self.picks:
            try:
                found.append(found[-1].submit(seat, token, turn))
            except Refused:
                break
        return found


async def read_duels(address: str) -> list[StoredDuel]:
    picks: dict[int, list[tuple[int, Seat, str]]] = defaultdict(list)
    for duel, turn, seat, token in await rows(address, PICKS):
        picks[duel].append((turn, SEATS[seat], token))
    found = [StoredDuel(*row) for row in await rows(address, DUELS)]
    return [replace(duel, picks=tuple(picks[duel.id])) for duel in found]
