"""Who may ask for what at the same time: a small queue for everything that takes long.

A person and a server can ask for a few things at a time; a further one is refused with a sentence. Servers
take turns, so that many requests from one of them don't delay those of another.
"""

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from math import ceil, inf
from types import MappingProxyType

from cachetools import TTLCache

from bot.process.clock import Time
from bot.process.line import Line, count_down
from games.engine import Refused

SEVERAL = "You have asked for several already. Wait for the answers, then try again."
CROWDED = "Many people in this server are asking at once. Try again in a few seconds."
BUSY = "Many people are asking at once. Try again in a few seconds."


@dataclass(frozen=True, slots=True)
class Limits:
    at_once: int
    """How many are worked on at the same time, in this process."""
    per_person: int
    per_server: int
    """How many one person, and one server, may wait for at the same time."""
    patience: float
    """Seconds; a request that has waited longer is refused."""
    pause: float = 0.0
    """Seconds after which the same person may ask again."""


LIMITS: Mapping[str, Limits] = MappingProxyType(
    {
        "reviews": Limits(at_once=2, per_person=2, per_server=50, patience=60.0),
        "pictures": Limits(at_once=1, per_person=2, per_server=8, patience=20.0),
        "exports": Limits(at_once=1, per_person=1, per_server=10, patience=600.0, pause=60.0),
        "puzzles": Limits(at_once=8, per_person=3, per_server=100, patience=1.5),
        "pages": Limits(at_once=8, per_person=3, per_server=100, patience=1.5),
    }
)
"""Puzzles and pages are answered within Discord's three seconds; the others after "thinking…"."""


class Queue:
    """Lets people ask for one kind of thing, within its limits."""

    def __init__(self, limits: Limits, now: Time) -> None:
        self._limits = limits
        self._now = now
        self._line = Line(limits.at_once, patience=limits.patience)
        self._people: Counter[int] = Counter()
        self._servers: Counter[int] = Counter()
        self._asked: TTLCache[int, float] = TTLCache(inf, limits.pause, now)
        """When each person has asked, of those who may not ask again yet."""

    @asynccontextmanager
    async def place(
        self, person: int, guild: int | None, first: Callable[[], Awaitable[None]] | None = None
    ) -> AsyncIterator[None]:
        """Refuses if there is no place in the queue, does `first` if there is, and waits for the turn. An
        error frees the place, and the person may ask again at once."""
        server = server_of(person, guild)
        self._check(person, server)
        self._people[person] += 1
        self._servers[server] += 1
        self._asked[person] = self._now()
        try:
            if first is not None:
                await first()
            async with self._turn(server):
                yield
        except BaseException:
            self._asked.pop(person, None)
            raise
        finally:
            count_down(self._people, person)
            count_down(self._servers, server)

    @asynccontextmanager
    async def _turn(self, server: int) -> AsyncIterator[None]:
        if not await self._line.enter(server):
            raise Refused(BUSY)
        try:
            yield
        finally:
            self._line.leave(server)

    def _check(self, person: int, server: int) -> None:
        left = self._asked.get(person, -inf) + self._limits.pause - self._now()
        if 0 < left <= self._limits.pause:  # it is more after the system's time was set back
            raise Refused(f"You have asked for this just now. Try again in {ceil(left)} seconds.")
        if self._people[person] >= self._limits.per_person:
            raise Refused(SEVERAL)
        if self._servers[server] >= self._limits.per_server:
            raise Refused(CROWDED)


@dataclass(frozen=True, slots=True)
class Queues:
    reviews: Queue
    pictures: Queue
    exports: Queue
    puzzles: Queue
    pages: Queue
    """What everybody may look at: profiles, histories, leaderboards."""

    @classmethod
    def open(cls, now: Time) -> "Queues":
        return cls(**{kind: Queue(limits, now) for kind, limits in LIMITS.items()})


def server_of(person: int, guild: int | None) -> int:
    """Returns a key for fairness: the guild, or in direct messages the person."""
    return -person if guild is None else guild
