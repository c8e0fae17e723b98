"""The puzzle of the day: the same for everyone, checked by the solver, not repeated for more than a year.

Days are numbered as `date.toordinal` does it. The games take turns in a fixed cycle. A setter's places are
visited in a scattered order, `span` of them for each of its days and never one twice, until all have been
visited; the first that makes a good puzzle is taken.
"""

from functools import cache, lru_cache
from math import gcd

from games import GAMES
from games.puzzles.puzzle import Puzzle, Setter

GOLDEN = 0.6180339887498949
"""Steps of this part of a circle scatter most evenly."""


@lru_cache(maxsize=8)
def puzzle_of(day: int) -> Puzzle:
    cycle = _cycle()
    round_, turn = divmod(day, len(cycle))
    setter, index = cycle[turn]
    number = round_ * setter.share + index
    for each in range(number * setter.span, (number + 1) * setter.span):
        puzzle = setter.puzzle(_scattered(each % _used(setter), _used(setter)))
        if puzzle:
            return puzzle
    raise AssertionError(f"no puzzle on day {day}: the setter's span is too short")


@cache
def _cycle() -> tuple[tuple[Setter, int], ...]:
    """Who sets the puzzle on each day of the cycle, and which of their days it is; evenly mixed."""
    days = [
        ((index + 0.5) / room.setter.share, -room.setter.share, room.setter, index)
        for room in GAMES
        if room.setter
        for index in range(room.setter.share)
    ]
    return tuple((setter, index) for _, _, setter, index in sorted(days, key=lambda day: day[:2]))


def _used(setter: Setter) -> int:
    """The places that are visited: a whole number of spans."""
    return setter.places - setter.places % setter.span


def _scattered(number: int, places: int) -> int:
    step = max(1, round(places * GOLDEN))
    while gcd(step, places) > 1:
        step += 1
    return number * step % places
