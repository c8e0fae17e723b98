"""Paints messages: each shows the latest state, never two edits of one at a time, nothing twice."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeAlias, TypeVar

import aiohttp
import discord

from bot.ui.wire.requests import Postponed

K = TypeVar("K", bound=Hashable)
Paint: TypeAlias = Callable[[K], Awaitable[None]]
"""Shows the message with this key as it should be now."""
log = logging.getLogger(__name__)

TRIES = 8
"""With a pause of a second, those of a board take four minutes."""
WRONG_REQUEST = 400
SHORTEST_PAUSE = 0.1
"""Seconds to wait after a failure, more after each further one, for messages that have no pause."""


class Painter(Generic[K]):
    """Paints one message. While it waits for its turn it has no task: thousands of boards wait on a busy bot,
    and a task takes ten times the memory of a painter."""

    __slots__ = (
        "_done",
        "_failures",
        "_is_outdated",
        "_key",
        "_next_edit",
        "_owner",
        "_paint",
        "_pause",
        "_task",
        "busy",
    )

    def __init__(self, key: K, paint: Paint[K], pause: float, owner: "Painters[K] | None" = None) -> None:
        self._key = key
        self._paint = paint
        self._pause = pause
        self._owner = owner
        self._is_outdated = False
        self._failures = 0
        self._next_edit = 0.0
        self._task: asyncio.Task[None] | None = None
        self._done: asyncio.Future[None] | None = None
        """For those who wait until it rests."""
        self.busy = False

    def repaint(self) -> None:
        """What the message shows is no longer true."""
        self._is_outdated = True
        if not self.busy:
            self.busy = True
            self._failures = 0
            self._wait()

    def begin(self) -> bool:
        """It is its turn. Returns False if it does not need it: it has given up, or is painting already."""
        if not self.busy or self._task is not None:
            return False
        self._task = asyncio.create_task(self._run())
        return True

    async def finish(self) -> None:
        if self.busy:
            if self._done is None:
                self._done = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._done)

    def stop(self) -> None:
        """Gives up; what is not painted by now is painted after the next start."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._end()

    def _wait(self) -> None:
        """Changes in the pause after an edit go into the next one."""
        loop = asyncio.get_running_loop()
        if (pause := self._next_edit - loop.time()) > 0:
            loop.call_later(pause, self._ask)
        else:
            self._ask()

    def _ask(self) -> None:
        if self._owner is None or self._owner.line_up is None:
            self.begin()
        elif self.busy:
            self._owner.line_up(self._key)

    async def _run(self) -> None:
        self._is_outdated = False
        try:
            await self._try()
        except BaseException:
            if self._task is asyncio.current_task():  # otherwise `stop` has ended it
                self._task = None
                self._end()
            raise
        self._task = None
        seconds = (self._pause or SHORTEST_PAUSE * self._failures) * 2**self._failures
        self._next_edit = asyncio.get_running_loop().time() + seconds
        if self._is_outdated:
            self._wait()
        else:
            self._end()
            if self._owner is not None:
                self._owner.rested(self._key, self, self._next_edit)

    def _end(self) -> None:
        self.busy = False
        if self._done is not None:
            self._done.set_result(None)
            self._done = None

    async def _try(self) -> None:
        """A failed edit is tried again a few times, each time with what is true by then."""
        try:
            await self._paint(self._key)
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

    def __init__(self, line_up: Callable[[K], None] | None = None) -> None:
        """`line_up` is told of every message that has to be edited; call `begin` when that may be done."""
        self.line_up = line_up
        self._painters: dict[K, Painter[K]] = {}

    def __len__(self) -> int:
        """How many are kept."""
        return len(self._painters)

    def __contains__(self, key: object) -> bool:
        return key in self._painters

    def repaint(self, key: K, paint: Paint[K], pause: float) -> Painter[K]:
        """What this message shows is no longer true."""
        painter = self._painters.get(key)
        if painter is None:
            painter = self._painters[key] = Painter(key, paint, pause, self)
        painter.repaint()
        return painter

    def begin(self, key: K) -> bool:
        """It is the turn of this message. Returns False if it is not painted any more."""
        painter = self._painters.get(key)
        return painter is not None and painter.begin()

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

    def rested(self, key: K, painter: Painter[K], free: float) -> None:
        """Keeps a painter only until its next edit may begin."""
        loop = asyncio.get_running_loop()
        if painter.busy or self._painters.get(key) is not painter:
            return
        if loop.time() < free:
            loop.call_at(free, self.rested, key, painter, free)
        else:
            del self._painters[key]


def _is_known(error: Exception) -> bool:
    """Whether Discord or the way to it has failed, and not the bot."""
    if isinstance(error, discord.HTTPException):
        return error.status != WRONG_REQUEST
    return isinstance(error, (discord.RateLimited, aiohttp.ClientError, OSError))
