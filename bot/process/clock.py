"""Alarms: one task sleeps until the next one is due, and rings it."""

import asyncio
import heapq
import itertools
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeAlias

log = logging.getLogger(__name__)

Alarm: TypeAlias = Callable[..., Awaitable[None]]
Time: TypeAlias = Callable[[], float]

SECOND_TRY, LONGEST_WAIT = 2.0, 60.0
"""Seconds until a failed alarm rings again, at first and at most; the wait doubles each time."""
LONGEST_NAP = 30.0
"""Seconds; if the system's time jumps, it is noticed no later than this."""
SILENCED_KEPT = 1_000
"""How many silenced bells are kept before they are removed."""


@dataclass(slots=True, eq=False)
class Bell:
    alarm: Alarm | None
    """None: the bell was silenced, or has rung."""
    arguments: tuple[Any, ...]
    wait: float
    """Seconds after which a failed alarm rings again."""


class Clock:
    """Rings alarms at their time. An alarm checks for itself whether it is still needed; silencing those that
    aren't only saves memory."""

    def __init__(self, now: Time = time.time) -> None:
        self.now = now
        self._bells: list[tuple[float, int, Bell]] = []
        self._count = itertools.count()
        self._silent = 0
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def __len__(self) -> int:
        """How many bells there are, including silenced ones."""
        return len(self._bells)

    def at(self, due: float, alarm: Alarm, *arguments: Any) -> Bell:
        """Calls the alarm with these arguments then. To give them here takes less memory than a partial."""
        bell = Bell(alarm, arguments, SECOND_TRY)
        self._push(due, bell)
        return bell

    def silence(self, bell: Bell) -> None:
        """Keeps a bell from ringing. Silenced bells are removed when they are more than a third of all."""
        if bell.alarm is None:
            return
        bell.alarm, bell.arguments = None, ()
        self._silent += 1
        if self._silent > SILENCED_KEPT and self._silent > len(self._bells) / 3:
            self._bells = [each for each in self._bells if each[2].alarm is not None]
            heapq.heapify(self._bells)
            self._silent = 0

    def _push(self, due: float, bell: Bell) -> None:
        heapq.heappush(self._bells, (due, next(self._count), bell))
        if self._bells[0][0] == due:
            self._woken.set()

    @property
    def lag(self) -> float:
        """How late the next alarm is, in seconds."""
        return max(0.0, self.now() - self._bells[0][0]) if self._bells else 0.0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Lets a running alarm finish: cancelling it could leave a transaction half done."""
        self._stopping = True
        self._woken.set()
        if self._task is not None:
            await self._task

    def wake(self) -> None:
        """Rings what is due at once, after a test has changed the time."""
        self._woken.set()

    async def ring(self) -> None:
        """Rings everything that is due by now."""
        while not self._stopping and self._bells and self._bells[0][0] <= self.now():
            bell = heapq.heappop(self._bells)[2]
            alarm, bell.alarm = bell.alarm, None
            if alarm is None:
                self._silent -= 1
                continue
            try:
                await alarm(*bell.arguments)
            except Exception:
                log.exception("an alarm failed; it rings again in %.0f s", bell.wait)
                bell.alarm = alarm
                self._push(self.now() + bell.wait, bell)
                bell.wait = min(bell.wait * 2, LONGEST_WAIT)

    async def _run(self) -> None:
        while not self._stopping:
            self._woken.clear()
            await self.ring()
            if self._stopping:
                return
            nap = LONGEST_NAP if not self._bells else self._bells[0][0] - self.now()
            with suppress(TimeoutError):
                async with asyncio.timeout(min(max(nap, 0.0), LONGEST_NAP)):
                    await self._woken.wait()
