"""Compares two pieces of work on a noisy machine: measures them in turns and takes the median of the ratios.

The null test compares the reference with itself. A ratio within its spread means nothing.
"""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from time import process_time
from typing import TypeAlias

PAIRS = 7
SECONDS = 0.25

Work: TypeAlias = Callable[[], int]
"""Does some work and returns how many units it has done."""


@dataclass(frozen=True, slots=True)
class Ratio:
    """The median, lowest and highest of several ratios."""

    middle: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.middle:.2f} [{self.low:.2f}-{self.high:.2f}]"


def speed(work: Work, seconds: float = SECONDS) -> float:
    """How many units the work does per second of processor time."""
    units = 0
    start = process_time()
    while (spent := process_time() - start) < seconds:
        units += work()
    return units / spent


def compare(work: Work, reference: Work, pairs: int = PAIRS) -> tuple[float, Ratio]:
    """The median speed of the work, and the ratio of its speed to the reference's."""
    speeds, ratios = [], []
    for _ in range(pairs):
        beside = speed(reference)
        speeds.append(speed(work))
        ratios.append(speeds[-1] / beside)
    return median(speeds), Ratio(median(ratios), min(ratios), max(ratios))
