"""What the crowd of a load run tried, what it was promised, how long it waited, and what went wrong."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from statistics import quantiles
from typing import TypeAlias

Key: TypeAlias = tuple[int, int, int]
"""Duel, turn and person: one pick."""
LONG = 1.0
MISSED = "deadlines of three seconds missed"


@dataclass
class Notebook:
    tried: defaultdict[Key, set[str]] = field(default_factory=lambda: defaultdict(set))
    """Usually one; whoever tapped twice and saw an old panel again may try another."""
    acknowledged: dict[Key, str] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)
    """Who was shown as the winner, by duel."""
    finished: Counter[str] = field(default_factory=Counter)
    """Duels that came to their end, by game."""
    wrong: Counter[str] = field(default_factory=Counter)
    answers: list[float] = field(default_factory=list)
    """Seconds from a press or a command until the bot's answer was there."""
    reveals: list[float] = field(default_factory=list)
    """Seconds from the pick that ends a turn until the other's panel shows it."""
    slow: int = 0
    """Answers that took longer than a second."""
    idle: int = 0
    """Picks that were due when nobody had anything to pick."""
    live: int = 0

    def note_answer(self, seconds: float) -> None:
        self.answers.append(seconds)
        self.slow += seconds > LONG

    def start_measuring(self) -> None:
        """What was measured so far was the warm-up; what was promised still counts."""
        self.answers.clear()
        self.reveals.clear()
        self.finished.clear()
        self.slow = self.idle = 0


@dataclass(frozen=True, slots=True)
class Spread:
    """Of times, in milliseconds."""

    middle: float
    p95: float
    p99: float
    highest: float

    def __str__(self) -> str:
        return (
            f"p50 {self.middle:,.1f} ms, p95 {self.p95:,.1f} ms, p99 {self.p99:,.1f} ms, "
            f"highest {self.highest:,.0f} ms"
        )


def spread(seconds: list[float]) -> Spread:
    if len(seconds) < 2:
        return Spread(*4 * [max(seconds, default=0.0) * 1e3])
    parts = quantiles(seconds, n=100, method="inclusive")
    return Spread(parts[49] * 1e3, parts[94] * 1e3, parts[98] * 1e3, max(seconds) * 1e3)
