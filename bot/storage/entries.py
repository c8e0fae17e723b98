"""Entries of the journal: the picks that one press makes in a duel, and possibly the duel's end."""

from bot.duels.duel import Ending, Status
from games.engine import value


@value
class Pick:
    duel: int
    turn: int
    seat: int
    token: str
    at: float
    closes: bool
    """Whether this pick completed its turn; the next turn then began at this moment."""

    @property
    def key(self) -> tuple[int, int, int]:
        return self.duel, self.turn, self.seat

    @property
    def row(self) -> tuple[int, int, int, str, float, bool]:
        """The values of all columns, in the order of the table's."""
        return self.duel, self.turn, self.seat, self.token, self.at, self.closes


@value
class Entry:
    duel: int
    picks: tuple[Pick, ...] = ()
    status: Status | None = None
    ending: Ending | None = None
