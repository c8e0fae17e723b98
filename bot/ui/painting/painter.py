"""Paints one message: the latest state, never two strokes at a time, nothing twice."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

log = logging.getLogger(__name__)

TRIES = 8
"""With a pause of a second, those of a board take four minutes."""
BREATH = 0.1
"""Seconds to wait after a failure, more after each further one, where there is no pause anyway."""


class Painter:
    def __init__(self, paint: Callable[[], Awaitable[None]], pause: float) -> None:
        self._paint = paint
        self._pause = pause
        self._dirty = False
        self._failures = 0
        self._rested = 0.0
        self._task: asyncio.Task[None] | None = None

    def soil(self) -> None:
        """What the message shows is no longer true."""
        self._dirty = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    async def finish(self) -> None:
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def stop(self) -> None:
        """Whatever is not painted by now is painted by whoever opens next."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        """Whatever happens in the pause after a stroke is folded into the next one."""
        self._failures = 0
        loop = asyncio.get_running_loop()
        while self._dirty:
            await asyncio.sleep(max(0.0, self._rested - loop.time()))
            self._dirty = False
            await self._try()
            self._rested = loop.time() + (self._pause or BREATH * self._failures) * 2**self._failures

    async def _try(self) -> None:
        """What fails is tried again a few times, each time with what is true by then."""
        try:
            await self._paint()
            self._failures = 0
        except Exception:
            self._failures += 1
            log.exception("A message could not be painted (%d of %d tries)", self._failures, TRIES)
            self._dirty = self._dirty or self._failures < TRIES
