"""Paints one message: the latest state, never two edits at a time, nothing twice."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord

from bot.ui.wire.requests import Postponed

log = logging.getLogger(__name__)

TRIES = 8
"""With a pause of a second, those of a board take four minutes."""
WRONG_REQUEST = 400
SHORTEST_PAUSE = 0.1
"""Seconds to wait after a failure, more after each further one, for messages that have no pause."""


class Painter:
    def __init__(self, paint: Callable[[], Awaitable[None]], pause: float) -> None:
        self._paint = paint
        self._pause = pause
        self._is_outdated = False
        self._failures = 0
        self._next_edit = 0.0
        self._task: asyncio.Task[None] | None = None

    def repaint(self) -> None:
        """What the message shows is no longer true."""
        self._is_outdated = True
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run())

    @property
    def busy(self) -> bool:
        return self._task is not None and not self._task.done()

    async def finish(self) -> None:
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)

    def stop(self) -> None:
        """Gives up; what is not painted by now is painted after the next start."""
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        """Changes in the pause after an edit go into the next one."""
        self._failures = 0
        loop = asyncio.get_running_loop()
        while self._is_outdated:
            await asyncio.sleep(max(0.0, self._next_edit - loop.time()))
            self._is_outdated = False
            await self._try()
            self._next_edit = (
                loop.time() + (self._pause or SHORTEST_PAUSE * self._failures) * 2**self._failures
            )

    async def _try(self) -> None:
        """A failed edit is tried again a few times, each time with what is true by then."""
        try:
            await self._paint()
            self._failures = 0
        except Postponed:
            self._is_outdated = True
        except Exception as error:
            self._failures += 1
            self._is_outdated = self._is_outdated or self._failures < TRIES
            level, trace = (logging.WARNING, None) if _is_known(error) else (logging.ERROR, error)
            text = "painting a message failed (%d of %d tries): %s"
            log.log(level, text, self._failures, TRIES, error, exc_info=trace)


def _is_known(error: Exception) -> bool:
    """Whether Discord or the way to it has failed, and not the bot."""
    if isinstance(error, discord.HTTPException):
        return error.status != WRONG_REQUEST
    return isinstance(error, (discord.RateLimited, aiohttp.ClientError, OSError))
