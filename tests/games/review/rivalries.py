"""Matches between computer players of all levels and people who pick at random, for laws over all games."""

from random import Random

from games.engine import Seat
from games.levels import LEVELS
from games.match import AnyMatch, Match
from games.rival import token_of
from games.room import AnyRoom
from tests.support.games.matches import random_pick, seed

ANYHOW = "anyhow"
KINDS = (ANYHOW, *(level.key for level in LEVELS))


def rivalry(room: AnyRoom, random: Random) -> AnyMatch:
    """A match to its end between two players of any kind."""
    kinds = random.choice(KINDS), random.choice(KINDS)
    match = Match.start(room.game, seed(random.getrandbits(32)))
    while match.outcome is None:
        seat = match.waiting[0]
        match = match.submit(seat, _token(room, match, seat, kinds[seat], random), match.turn)
    return match


def _token(room: AnyRoom, match: AnyMatch, seat: Seat, kind: str, random: Random) -> str:
    return random_pick(match, seat, random) if kind == ANYHOW else token_of(room.rival(kind), match, seat)
