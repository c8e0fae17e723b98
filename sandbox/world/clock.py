"""The clock of the sandbox. It follows the wall clock, and a test can move it forward."""

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from datetime import UTC, datetime

TICK = 0.01
"""The shortest time between two alarms, in seconds. Timers that are closer together run together."""


def iso(moment: float) -> str:
    return datetime.fromtimestamp(moment, UTC).isoformat()


class Clock:
    """Tells the time and runs timers. A timer runs when its time has come, also through `advance`."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._timers: list[tuple[float, int, Callable[[], None]]] = []
        self._order = itertools.count()
        self._alarm: asyncio.TimerHandle | None = None
        self._second = 0
        self._shown = ""

    def now(self) -> float:
        return time.time() + self._ahead

    def iso(self) -> str:
        now = self.now()
        second = int(now)
        if second != self._second:
            self._second, self._shown = second, f"{datetime.fromtimestamp(second, UTC):%Y-%m-%dT%H:%M:%S}"
        return f"{self._shown}.{int((now - second) * 1e6):06d}+00:00"

    def advance(self, seconds: float) -> None:
        self._ahead += seconds
        self._ring()

    def after(self, seconds: float, action: Callable[[], None]) -> None:
        timer = (self.now() + seconds, next(self._order), action)
        heapq.heappush(self._timers, timer)
        if self._timers[0] is timer:
            self._set_alarm()

    def stop(self) -> None:
        self._timers.clear()
        self._set_alarm()

    def _ring(self) -> None:
        while self._timers and self._timers[0][0] <= self.now():
            heapq.heappop(self._timers)[2]()
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Sets the one alarm to the earliest timer."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if self._timers:
            wait = max(self._timers[0][0] - self.now(), TICK)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)
