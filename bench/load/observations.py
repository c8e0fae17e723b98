"""Records what the people of a load run tried, what the bot acknowledged, and how long they waited."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from statistics import quantiles
from typing import TypeAlias

from bench.load.boards import BoardTimes

PickKey: TypeAlias = tuple[int, int, int]
"""One pick: its duel, turn and person."""
SLOW = 1.0
"""Seconds after which an answer counts as slow."""
MISSED = "deadlines of three seconds missed"
UNFINISHED = "acknowledged presses without an answer"
SENT_AWAY = "presses sent away because too many came"
"""Also those that ended quietly, because their person had just been told."""
FORM_TOO_LATE = "forms that could not open any more, so that people had to press again"


@dataclass
class LoadObservations:
    """What happened to all people in a load run."""

    tried: defaultdict[PickKey, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The tokens that were tried. After a double tap a person may see an old panel and try a second one."""
    acknowledged: dict[PickKey, str] = field(default_factory=dict)
    shown: dict[int, int] = field(default_factory=dict)
    """The person who was shown as the winner of each duel."""
    dismissed: set[int] = field(default_factory=set)
    """The panels that their owners have dismissed."""
    finished: Counter[str] = field(default_factory=Counter)
    """How many duels ended, by game."""
    wrong: Counter[str] = field(default_factory=Counter)
    answers: list[float] = field(default_factory=list)
    """Seconds from each press or command to the bot's answer."""
    reveals: list[float] = field(default_factory=list)
    """Seconds from a pick that ends a turn until the other player's panel shows it."""
    boards: BoardTimes = field(default_factory=BoardTimes)
    slow: int = 0
    """Answers that took longer than a second."""
    acknowledged_first: int = 0
    """Presses and commands that were acknowledged before they were answered."""
    idle: int = 0
    """How often a pick was due and nobody had anything to pick."""
    live: int = 0
    """Duels that are being played now."""

    def record_answer(self, seconds: float) -> None:
        self.answers.append(seconds)
        self.slow += seconds > SLOW

    def start_measuring(self) -> None:
        """Forgets the times of the warm-up. Acknowledged picks still count."""
        self.answers.clear()
        self.reveals.clear()
        self.finished.clear()
        self.boards.clear()
        self.slow = self.idle = self.acknowledged_first = 0


@dataclass(frozen=True, slots=True)
class Spread:
    """How a list of times is distributed, in milliseconds."""

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
