"""The rows of every duel, read from outside the bot, and the match that they amount to."""

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
class Stored:
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

    @property
    def room(self) -> AnyRoom:
        return room_of(next(g for g in EDITIONS if (g.key, g.edition) == (self.game, self.edition)))

    @property
    def players(self) -> tuple[int, int]:
        return self.seat0 or 0, self.seat1 or 0

    def matches(self) -> list[AnyMatch]:
        """The match after each pick; it ends early where a pick breaks the rules."""
        seed = Seed(bytes(self.secret), f"{self.id:x}", self.accepted or "")
        found: list[AnyMatch] = [Match.start(self.room.game, seed)]
        for turn, seat, token in self.picks:
            try:
                found.append(found[-1].submit(seat, token, turn))
            except Refused:
                break
        return found


async def read(address: str) -> list[Stored]:
    picks: dict[int, list[tuple[int, Seat, str]]] = defaultdict(list)
    for duel, turn, seat, token in await rows(address, PICKS):
        picks[duel].append((turn, SEATS[seat], token))
    found = [Stored(*row) for row in await rows(address, DUELS)]
    return [replace(duel, picks=tuple(picks[duel.id])) for duel in found]


def is_as_stored(duel: Stored) -> bool:
    """Do its picks lead, move by move, to the end that was stored?"""
    matches = duel.matches()
    match = matches[-1]
    if len(matches) != len(duel.picks) + 1:
        return False
    if match.outcome is not None:
        return (duel.status, duel.reason, duel.winner) == ("won", "rules", match.outcome.winner)
    if duel.accepted is None:
        return not duel.picks and duel.status in {"declined", "withdrawn", "expired"}
    return _ended_early(duel, match)


def _ended_early(duel: Stored, match: AnyMatch) -> bool:
    if duel.reason == "time" and len(match.waiting) == 1:
        return (duel.status, duel.winner) == ("won", 1 - match.waiting[0])
    if duel.reason == "resigned":
        return duel.status == "won" and duel.winner is not None
    return (duel.status, duel.winner) == ("void", None) and duel.reason in {"time", "place gone"}
