"""What one act writes: picks of one duel, and possibly its end."""

from dataclasses import dataclass

from bot.duels.duel import Ending, Status


@dataclass(frozen=True, slots=True)
class Pick:
    duel: int
    turn: int
    seat: int
    token: str
    at: float
    closes: bool
    """This pick completed its turn; the next one began when it was made."""

    @property
    def key(self) -> tuple[int, int, int]:
        return self.duel, self.turn, self.seat


@dataclass(frozen=True, slots=True)
class Entry:
    duel: int
    picks: tuple[Pick, ...] = ()
    status: Status | None = None
    ending: Ending | None = None
