"""Says how long a pick may take, and when players are reminded."""

from dataclasses import dataclass

MINUTE = 60
HOUR = 60 * MINUTE
DAY = 24 * HOUR
SLOW = HOUR
"""A pace is slow from this many seconds per pick on. Of the paces on offer, only a day per pick is slow."""


@dataclass(frozen=True, slots=True)
class Pace:
    seconds: int
    label: str
    title: str
    """The same as the label, for the beginning of a line."""
    reminder: int
    """How many seconds before the deadline a player who has not picked is reminded."""

    @property
    def is_slow(self) -> bool:
        """Tells whether people do other things between two picks, so that each turn calls those who are
        away."""
        return self.seconds >= SLOW


PACES = (
    Pace(MINUTE, "a minute per pick", "A minute per pick", 20),
    Pace(10 * MINUTE, "ten minutes per pick", "Ten minutes per pick", 2 * MINUTE),
    Pace(DAY, "a day per pick", "A day per pick", 2 * HOUR),
)
DEFAULT_PACE = PACES[1]


def pace_of(seconds: int) -> Pace:
    """Returns the pace of a stored duel, also if it is no longer offered."""
    for pace in PACES:
        if pace.seconds == seconds:
            return pace
    label = f"{seconds} seconds per pick"
    return Pace(seconds, label, label, seconds // 5)
