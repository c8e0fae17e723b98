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

Action: TypeAlias = Callable[..., Awaitable[None]]
Time: TypeAlias = Callable[[], float]

SECOND_TRY, LONGEST_WAIT = 2.0, 60.0
"""Seconds until a failed alarm rings again, at first and at most; the wait doubles each time."""
LONGEST_NAP = 30.0
"""Seconds; if the system's time jumps, it is noticed no later than this."""
SILENCED_KEPT = 1_000
"""How many silenced alarms are kept before they are removed."""


@dataclass(slots=True, eq=False)
class Alarm:
    action: Action | None
    """None if the alarm was silenced, or has rung."""
    arguments: tuple[Any, ...]
    wait: float
    """Seconds after which it rings again if its action fails."""


class Clock:
    """Rings alarms at their time. An action checks for itself whether it is still needed; silencing an alarm
    that isn't saves its 340 bytes."""

    def __init__(self, now: Time = time.time) -> None:
        self.now = now
        self._alarms: list[tuple[float, int, Alarm]] = []
        self._count = itertools.count()
        self._silent = 0
        self._woken = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._stopping = False

    def __len__(self) -> int:
        """Counts the alarms that are set, including silenced ones."""
        return len(self._alarms)

    def at(self, due: float, action: Action, *arguments: Any) -> Alarm:
        """Sets an alarm, which calls `action` with these arguments when it is due."""
        alarm = Alarm(action, arguments, SECOND_TRY)
        self._push(due, alarm)
        return alarm

    def silence(self, alarm: Alarm) -> None:
        """Keeps an alarm from ringing. Silenced alarms are removed when they are more than a third of all."""
        if alarm.action is None:
            return
        alarm.action, alarm.arguments = None, ()
        self._silent += 1
        if self._silent > SILENCED_KEPT and self._silent > len(self._alarms) / 3:
            self._alarms = [each for each in self._alarms if each[2].action is not None]
            heapq.heapify(self._alarms)
            self._silent = 0

    def _push(self, due: float, alarm: Alarm) -> None:
        heapq.heappush(self._alarms, (due, next(self._count), alarm))
        if self._alarms[0][0] == due:
            self._woken.set()

    @property
    def lag(self) -> float:
        """Returns how many seconds late the next alarm is."""
        return max(0.0, self.now() - self._alarms[0][0]) if self._alarms else 0.0

    def start(self) -> None:
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Lets a running action finish: cancelling it could leave a transaction half done."""
        self._stopping = True
        self._woken.set()
        if self._task is not None:
            await self._task

    def wake(self) -> None:
        """Rings what is due at once, after a test has changed the time."""
        self._woken.set()

    async def ring(self) -> None:
        """Rings everything that is due by now."""
        while not self._stopping and self._alarms and self._alarms[0][0] <= self.now():
            alarm = heapq.heappop(self._alarms)[2]
            action, alarm.action = alarm.action, None
            if action is None:
                self._silent -= 1
                continue
            try:
                await action(*alarm.arguments)
            except Exception:
                log.exception("an alarm failed; it rings again in %.0f s", alarm.wait)
                alarm.action = action
                self._push(self.now() + alarm.wait, alarm)
                alarm.wait = min(alarm.wait * 2, LONGEST_WAIT)

    async def _run(self) -> None:
        while not self._stopping:
            self._woken.clear()
            await self.ring()
            if self._stopping:
                return
            nap = LONGEST_NAP if not self._alarms else self._alarms[0][0] - self.now()
            with suppress(TimeoutError):
                async with asyncio.timeout(min(max(nap, 0.0), LONGEST_NAP)):
                    await self._woken.wait()
