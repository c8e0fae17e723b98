"""Lets every level play every other level and random picks, and computes ratings from the results."""

from collections.abc import Iterator
from concurrent.futures import Executor
from itertools import pairwise

from bench.strength import LUCK
from bench.strength.figures import Figure
from bench.strength.matches import RANDOM, Score, compete
from bench.strength.ratings import fit
from bench.strength.thinking_time import thinking_time
from games.levels import LEVELS
from games.room import AnyRoom

ANCHOR = "badger"
STEP = 60.0
"""The percentage of matches that a level should win against the one below, where luck allows it."""
DRIFT = 40
"""A stored rating that differs by more than this is marked. It should be updated."""
ROW = "  {:<10}{:>9}{:>9}{:>15}{:>15}{:>13}"
KEYS = tuple(level.key for level in LEVELS)


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
