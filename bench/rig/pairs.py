"""Compare two things on a noisy machine: measure them in turns, take the median of the ratios.

The null test compares the reference with itself; what lies within its spread means nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import TypeAlias

PAIRS = 7
SECONDS = 0.25

Work: TypeAlias = Callable[[], int]
"""Does a piece of work and returns how many units it was."""


@dataclass(frozen=True, slots=True)
class Ratio:
    middle: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.middle:.2f} [{self.low:.2f}-{self.high:.2f}]"


def speed(work: Work, seconds: float = SECONDS) -> float:
    """Units per second of processor time."""
    units = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        units += work()
    return units / spent


def compare(work: Work, reference: Work, pairs: int = PAIRS) -> tuple[float, Ratio]:
    """The median speed of the work, and how many times as fast as the reference it is."""
    speeds, ratios = [], []
    for _ in range(pairs):
        beside = speed(reference)
        speeds.append(speed(work))
        ratios.append(speeds[-1] / beside)
    return median(speeds), Ratio(median(ratios), min(ratios), max(ratios))
