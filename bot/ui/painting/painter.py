"""Paints messages: each shows the latest state, never two edits of one at a time, nothing twice."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeAlias, TypeVar

import aiohttp
import discord

from bot.ui.wire.requests import Postponed

K = TypeVar("K", bound=Hashable)
Paint: TypeAlias = Callable[[], Awaitable[None]]
log = logging.getLogger(__name__)

TRIES = 8
"""With a pause of a second, those of a board take four minutes."""
WRONG_REQUEST = 400
SHORTEST_PAUSE = 0.1
"""Seconds to wait after a failure, more after each further one, for messages that have no pause."""


class Painter:
    __slots__ = ("_failures", "_is_outdated", "_next_edit", "_on_rest", "_paint", "_pause", "_task")

    def __init__(
        self, paint: Paint, pause: float, on_rest: Callable[["Painter", float], None] | None = None
    ) -> None:
        """`on_rest` is told when there is nothing to paint any more, and when the next edit may begin."""
        self._paint = paint
        self._on_rest = on_rest
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
            if (pause := self._next_edit - loop.time()) > 0:
                await asyncio.sleep(pause)
            self._is_outdated = False
            await self._try()
            self._next_edit = (
                loop.time() + (self._pause or SHORTEST_PAUSE * self._failures) * 2**self._failures
            )
        self._task = None
        if self._on_rest is not None:
            self._on_rest(self, self._next_edit)

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


class Painters(Generic[K]):
    """The painters of many messages. One that has nothing to do and may begin at once is not kept."""

    def __init__(self) -> None:
        self._painters: dict[K, Painter] = {}

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._painters)

    def __contains__(self, key: object) -> bool:
        return key in self._painters

    def repaint(self, key: K, paint: Paint, pause: float) -> Painter:
        """What this message shows is no longer true."""
        painter = self._painters.get(key)
        if painter is None:
            painter = Painter(paint, pause, lambda painter, free: self._rest(key, painter, free))
            self._painters[key] = painter
        painter.repaint()
        return painter

    @property
    def busy(self) -> bool:
        return any(painter.busy for painter in self._painters.values())

    async def finish(self, *keys: K) -> None:
        """Waits for the painters of these messages, or for all."""
        for painter in [*(map(self._painters.get, keys) if keys else self._painters.values())]:
            if painter is not None:
                await painter.finish()

    def is_busy(self, key: K) -> bool:
        painter = self._painters.get(key)
        return painter is not None and painter.busy

    def forget(self, key: K) -> None:
        """One that is busy stays until it is done: another one could work beside it."""
        if not self.is_busy(key):
            self._painters.pop(key, None)

    def stop(self) -> None:
        for painter in self._painters.values():
            painter.stop()

    def _rest(self, key: K, painter: Painter, free: float) -> None:
        """Keeps a painter only until its next edit may begin."""
        loop = asyncio.get_running_loop()
        if painter.busy or self._painters.get(key) is not painter:
            return
        if loop.time() < free:
            loop.call_at(free, self._rest, key, painter, free)
        else:
            del self._painters[key]


def _is_known(error: Exception) -> bool:
    """Whether Discord or the way to it has failed, and not the bot."""
    if isinstance(error, discord.HTTPException):
        return error.status != WRONG_REQUEST
    return isinstance(error, (discord.RateLimited, aiohttp.ClientError, OSError))
