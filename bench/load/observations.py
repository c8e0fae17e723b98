"""Records what the people of a load run tried, what the bot acknowledged, and how long they waited."""

import re
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field
from statistics import quantiles
from typing import TypeAlias

from bench.load.buttons import Button, buttons_of, text_of
from sandbox.world.entities import Message

DEADLINE = re.compile(r"<t:(\d+):R>")
END = sys.maxsize
"""Stands for a deadline on a board that shows the end."""
STALE_AFTER = 1.0
"""Seconds for which a change must have been known before a board that lacks it counts as stale."""


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
class BoardTimes:
    """A board and a panel of the same turn name the same deadline, and a later turn names a later one."""

    now: Callable[[], float] = time.perf_counter
    turns: list[float] = field(default_factory=list)
    """Seconds from the end of each turn until the board showed it."""
    ends: list[float] = field(default_factory=list)
    """The same for the ends of duels."""
    stale: int = 0
    """Edits that lacked what had been known for some time."""
    _waiting: dict[int, dict[int, float]] = field(default_factory=dict)
    """By duel: deadlines that the board does not show yet, and since when they are known."""
    _ended: dict[int, float] = field(default_factory=dict)
    _shown: dict[int, int] = field(default_factory=dict)
    """By duel: the deadline that the board shows, or `END`. A board can be earlier than a panel."""

    def turned(self, duel: int, panel: Message) -> None:
        """A player has seen a new turn."""
        deadline = _deadline(panel)
        if deadline > self._shown.get(duel, 0):
            self._waiting.setdefault(duel, {}).setdefault(deadline, self.now())

    def ended(self, duel: int) -> None:
        if self._shown.get(duel) != END:
            self._ended.setdefault(duel, self.now())

    def painted(self, message: Message) -> None:
        """A public message was sent or edited."""
        buttons = [each for each in buttons_of(message) if _is_of_board(each)]
        if not buttons:
            return
        duel, now = buttons[0].duel, self.now()
        if buttons[0].verb == "rematch":
            self._show_end(duel, now)
            return
        shown, waiting = _deadline(message), self._waiting.get(duel, {})
        self._shown[duel] = shown
        missing = [since for deadline, since in waiting.items() if deadline > shown]
        self.stale += any(now - since > STALE_AFTER for since in (*missing, *self._since_end(duel)))
        for deadline in [each for each in waiting if each <= shown]:
            self.turns.append(now - waiting.pop(deadline))

    def clear(self) -> None:
        """Forgets the times of the warm-up."""
        self.turns.clear()
        self.ends.clear()
        self.stale = 0

    @property
    def unshown(self) -> int:
        """Ends that no board has shown."""
        return len(self._ended)

    def _since_end(self, duel: int) -> list[float]:
        return [self._ended[duel]] if duel in self._ended else []

    def _show_end(self, duel: int, now: float) -> None:
        """A board that shows the end need not show the turns before it."""
        self._waiting.pop(duel, None)
        self._shown[duel] = END
        if duel in self._ended:
            self.ends.append(now - self._ended.pop(duel))


def _is_of_board(button: Button) -> bool:
    """A way to a panel that names a turn is on a message that calls players."""
    return button.verb in {"pick", "rematch"} or (button.verb == "hand" and not button.turn)


def _deadline(message: Message) -> int:
    found = DEADLINE.findall(text_of(message))
    return max(map(int, found), default=0)


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
