"""Plays matches between two computer players on all processors. Both sit in each seat equally often."""

from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, repeat
from math import sqrt
from multiprocessing import get_context
from random import Random as Generator

from games import GAMES
from games.dice import Dice, Seed
from games.engine import SEATS, Seat
from games.rival import AnyRival, Random
from games.room import AnyRoom

RANDOM = "random"
"""The name of a player who picks any legal move. Other names are keys of levels."""
BATCHES = 8


@dataclass(frozen=True, slots=True)
class Score:
    wins: int
    matches: int

    @property
    def percent(self) -> float:
        return 100 * self.wins / self.matches

    @property
    def margin(self) -> float:
        """Half the width of Wilson's 95 % interval, which is not zero even for 0 wins of 100."""
        n, p, z = self.matches, self.wins / self.matches, 1.96
        return 100 * z / (1 + z * z / n) * sqrt(p * (1 - p) / n + z * z / (4 * n * n))


@contextmanager
def processes() -> Iterator[Executor]:
    with ProcessPoolExecutor(mp_context=get_context("spawn")) as pool:
        yield pool


def compete(pool: Executor, key: str, one: str, two: str, matches: int) -> Score:
    """How often the first player wins. The matches are the same every time."""
    size = -(-matches // BATCHES)
    wins = pool.map(play_batch, repeat(key), repeat(one), repeat(two), range(BATCHES), repeat(size))
    return Score(sum(wins), BATCHES * size)


def play_batch(key: str, one: str, two: str, batch: int, matches: int) -> int:
    room = next(room for room in GAMES if room.game.key == key)
    generator = Generator(f"{key} {one} {two} {batch}")
    players = player(room, one), player(room, two)
    wins = 0
    for number in range(matches):
        seat: Seat = 0 if number % 2 == 0 else 1
        seed = Seed(generator.randbytes(32), "strength", "strength")
        wins += winner(room, seed, (players[seat], players[1 - seat])) == seat
    return wins


def player(room: AnyRoom, name: str) -> AnyRival:
    return Random() if name == RANDOM else room.rivals[name]


def winner(room: AnyRoom, seed: Seed, players: tuple[AnyRival, AnyRival]) -> Seat:
    """Plays a match as `games.match` does, without its checks."""
    game = room.game
    state = game.setup(Dice(seed, "setup"))
    for turn in count(1):
        if outcome := game.outcome(state):
            return outcome.winner
        moves = {
            seat: players[seat].pick(game.view(state, seat), legal, Dice(seed, f"rival {seat} {turn}"))
            for seat in SEATS
            if (legal := game.legal_moves(state, seat))
        }
        state = game.play(state, moves, Dice(seed, f"turn {turn}"))
    raise AssertionError("every match ends")
