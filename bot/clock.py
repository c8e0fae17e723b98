"""Deadlines: one task that sleeps until the next is due."""

import asyncio
import heapq
import itertools
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeAlias

log = logging.getLogger(__name__)

Alarm: TypeAlias = Callable[[], Awaitable[None]]
Time: TypeAlias = Callable[[], float]

SECOND_TRY, LONGEST_WAIT = 2.0, 600.0
"""Seconds; an alarm that fails rings again, later each time."""
LONGEST_NAP = 30.0
"""Seconds; a clock that jumps is noticed no later than this."""


class Clock:
    """Alarms in order of time. An alarm checks for itself whether it is still wanted."""

    def __init__(self, now: Time = time.time) -> None:
        self.now = now
        self._alarms: list[tuple[float, int, Alarm, float]] = []
        self._count = itertools.count()
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def at(self, due: float, alarm: Alarm, wait: float = SECOND_TRY) -> None:
        """`wait` is how long after a failure it is tried again."""
        heapq.heappush(self._alarms, (due, next(self._count), alarm, wait))
        if self._alarms[0][0] == due:
            self._woken.set()

    @property
    def lag(self) -> float:
        """How late the next alarm is, in seconds."""
        return max(0.0, self.now() - self._alarms[0][0]) if self._alarms else 0.0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def wake(self) -> None:
        """Look again at once: time has been changed by hand."""
        self._woken.set()

    async def ring(self) -> None:
        """Ring everything that is due by now."""
        while self._alarms and self._alarms[0][0] <= self.now():
            _, _, alarm, wait = heapq.heappop(self._alarms)
            try:
                await alarm()
            except Exception:
                log.exception("an alarm failed and will ring again")
                self.at(self.now() + wait, alarm, min(wait * 2, LONGEST_WAIT))

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            await self.ring()
            nap = LONGEST_NAP if not self._alarms else self._alarms[0][0] - self.now()
            with suppress(TimeoutError):
                async with asyncio.timeout(min(max(nap, 0.0), LONGEST_NAP)):
                    await self._woken.wait()
