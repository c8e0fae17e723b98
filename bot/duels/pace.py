"""How long a pick may take, and when players are reminded."""

from dataclasses import dataclass

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
SLOW = HOUR
"""Seconds per pick from which on a pace is slow. Of those offered, a day per pick is."""


@dataclass(frozen=True, slots=True)
class Pace:
    seconds: int
    label: str
    reminder: int
    """How many seconds before the deadline a player who has not picked is reminded."""

    @property
    def is_slow(self) -> bool:
        """Whether people do other things between two picks, so that each turn calls those who are away."""
        return self.seconds >= SLOW


PACES = (
    Pace(MINUTE, "a minute per pick", 20),
    Pace(10 * MINUTE, "ten minutes per pick", 2 * MINUTE),
    Pace(DAY, "a day per pick", 2 * HOUR),
)
DEFAULT_PACE = PACES[1]


def pace_of(seconds: int) -> Pace:
    """The pace of a stored duel, also if it is no longer offered."""
    for pace in PACES:
        if pace.seconds == seconds:
            return pace
    return Pace(seconds, f"{seconds} seconds per pick", seconds // 5)
