"""Lets every level play every other level and random picks, computes their ratings, and times them."""

from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from itertools import pairwise
from random import Random as Generator
from statistics import median
from time import thread_time

from bench.strength import LUCK
from bench.strength.figures import Figure
from bench.strength.matches import RANDOM, Score, compete, player, winner
from bench.strength.ratings import fit
from games.dice import Dice, Seed
from games.engine import M, V
from games.levels import LEVELS
from games.rival import AnyRival
from games.room import AnyRoom

ANCHOR = "badger"
STEP = 60.0
"""The percentage of matches that a level should win against the one below, where luck allows it."""
DRIFT = 40
"""A stored rating that differs by more than this is marked. It should be updated."""
ROW = "  {:<10}{:>9}{:>9}{:>15}{:>15}{:>13}"
KEYS = tuple(level.key for level in LEVELS)


class TimedRival:
    """Plays like another rival and records the processor time of every pick."""

    def __init__(self, rival: AnyRival) -> None:
        self.times: list[float] = []
        self._rival = rival

    def pick(self, view: V, moves: Sequence[M], dice: Dice) -> M:
        start = thread_time()
        move: M = self._rival.pick(view, moves, dice)
        self.times.append(thread_time() - start)
        return move


def thinking_time(room: AnyRoom, level: str, matches: int) -> float:
    """The median processor time of a pick in milliseconds, without the first match, which reads tables."""
    generator = Generator(1)
    timed = TimedRival(player(room, level))
    for number in range(matches + 1):
        winner(room, Seed(generator.randbytes(32), "strength", "strength"), (timed, timed))
        if number == 0:
            timed.times.clear()
    return 1000 * median(timed.times)


def report(pool: Executor, room: AnyRoom, matches: int) -> Iterator[str]:
    results = _results(pool, room.game.key, matches)
    ratings = fit((RANDOM, *KEYS), results, ANCHOR)
    yield ROW.format("level", "rating", "stored", "beats below", "beats random", "thinks")
    for below, level in pairwise((RANDOM, *KEYS)):
        yield ROW.format(
            level,
            f"{ratings[level]:.0f}",
            _stored(room, level, ratings[level]),
            _text(results[level, below]) if below != RANDOM else "-",
            _text(results[level, RANDOM]),
            f"{thinking_time(room, level, 50):.3f} ms",
        )
    yield ROW.format(RANDOM, f"{ratings[RANDOM]:.0f}", "", "", "", "")
    for below, level in pairwise(KEYS):
        score = results[level, below]
        yield str(Figure(f"{level} against {below}", score.percent, score.margin, least=STEP))
    if room.game.key in LUCK:
        yield f"  {LUCK[room.game.key]}"


def _results(pool: Executor, key: str, matches: int) -> dict[tuple[str, str], Score]:
    everyone = (RANDOM, *KEYS)
    return {
        (strong, weak): compete(pool, key, strong, weak, matches)
        for at, strong in enumerate(everyone)
        for weak in everyone[:at]
    }


def _stored(room: AnyRoom, level: str, measured: float) -> str:
    stored = room.strength.get(level)
    if stored is None:
        return "none"
    return f"{stored}{'' if abs(stored - measured) <= DRIFT else ' !'}"


def _text(score: Score) -> str:
    return f"{score.percent:.1f} ± {score.margin:.1f} %"
