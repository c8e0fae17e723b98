"""The alarms of duels that nobody has touched since the start: a few bytes for each, in order of time."""

from array import array
from collections.abc import Iterator


class Untouched:
    def __init__(self) -> None:
        self._dues = array("d")
        self._guilds = array("q")
        self._duels = array("q")
        self._order = array("L")
        """The places of all alarms that have not rung, the last one first."""

    def __len__(self) -> int:
        return len(self._order)

    def add(self, due: float, guild: int, duel: int) -> None:
        """`sort` has to be called when all are added."""
        self._dues.append(due)
        self._guilds.append(guild)
        self._duels.append(duel)

    def sort(self) -> None:
        places = sorted(range(len(self._dues)), key=self._dues.__getitem__, reverse=True)
        self._order = array("L", places)

    @property
    def first(self) -> float | None:
        """When the next alarm is due."""
        return self._dues[self._order[-1]] if self._order else None

    def take(self, now: float) -> Iterator[tuple[int, int]]:
        """Takes out what is due by now: guilds and duels."""
        while self._order and self._dues[self._order[-1]] <= now:
            place = self._order.pop()
            yield self._guilds[place], self._duels[place]
