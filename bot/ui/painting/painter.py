"""Paints messages: each shows the latest state, never two edits of one at a time, nothing twice."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import NamedTuple, TypeAlias

import aiohttp
import discord

from bot.ui.wire.requests import Postponed
from bot.ui.wire.sender import PURPOSE
from games.engine import Seat

log = logging.getLogger(__name__)

TRIES = 8
"""With a pause of a second, those of a board take four minutes."""
WRONG_REQUEST = 400
SHORTEST_PAUSE = 0.1
"""Seconds to wait after a failure, more after each further one, for messages that have no pause."""


class Message(NamedTuple):
    """Names one message of a duel that is painted. In the log it is written as `duel 7f3a: board`."""

    duel: int
    name: str = "board"
    seat: Seat | None = None
    """The player whose panel it is."""

    def __str__(self) -> str:
        of_seat = "" if self.seat is None else f" of seat {self.seat}"
        return f"duel {self.duel:x}: {self.name}{of_seat}"


Paint: TypeAlias = Callable[[Message], Awaitable[None]]
"""A function that shows a message as it should be now."""


class Painter:
    """Paints one message, in a task: it paints, pauses, and paints again until nothing has changed."""

    __slots__ = (
        "_done",
        "_failures",
        "_is_outdated",
        "_message",
        "_on_end",
        "_paint",
        "_pause",
        "_task",
        "is_busy",
    )

    def __init__(
        self, message: Message, paint: Paint, pause: float, on_end: Callable[[Message, "Painter"], None]
    ) -> None:
        self._message = message
        self._paint = paint
        self._pause = pause
        self._on_end = on_end
        self._is_outdated = True
        self._failures = 0
        self._done: asyncio.Future[None] | None = None
        """Awaited by `finish` until the painter rests."""
        self.is_busy = True
        """Whether there is something to paint. If not, it is in the pause after its last edit."""
        self._task = asyncio.create_task(self._run())

    def repaint(self) -> None:
        """Has the message painted again, as what it shows is no longer true."""
        self._is_outdated = True
        if self.is_busy:
            log.debug("%s is being painted already, and the change with it or after it", self._message)
        else:
            self.is_busy, self._failures = True, 0
            log.debug("%s waits for its pause", self._message)

    def rendering(self) -> None:
        """Notes that this edit has what has changed until now; what changes from now on needs another one."""
        self._is_outdated = False

    async def finish(self) -> None:
        """Waits until there is nothing to paint."""
        if self.is_busy:
            if self._done is None:
                self._done = asyncio.get_running_loop().create_future()
            await asyncio.shield(self._done)

    def stop(self) -> None:
        """Gives up; what is not painted by now is painted after the next start."""
        if self.is_busy:
            log.debug("%s is not painted any more: the bot stops", self._message)
        self._task.cancel()
        self._rest()

    async def _run(self) -> None:
        PURPOSE.set(self._message)
        try:
            while self._is_outdated:
                self._is_outdated = False
                await self._try()
                if not self._is_outdated:
                    self._rest()
                if pause := self._next_pause:
                    await asyncio.sleep(pause)
        finally:
            self._rest()
            self._on_end(self._message, self)

    @property
    def _next_pause(self) -> float:
        """The seconds until the next edit. Changes in the pause go into that one."""
        return (self._pause or SHORTEST_PAUSE * self._failures) * 2.0**self._failures

    def _rest(self) -> None:
        self.is_busy = False
        if self._done is not None:
            self._done.set_result(None)
            self._done = None

    async def _try(self) -> None:
        """Paints once. A failed edit is tried again a few times, each time with what is true by then."""
        try:
            await self._paint(self._message)
        except Postponed:
            self._is_outdated = True
            log.debug("%s is not taken by Discord now: again in %.1f s", self._message, self._next_pause)
        except Exception as error:
            self._failed(error)
        else:
            self._failures = 0
            if self._is_outdated:
                log.debug("%s waits for its pause: it has changed while it was painted", self._message)

    def _failed(self, error: Exception) -> None:
        self._failures += 1
        level, trace = (logging.WARNING, None) if _is_known(error) else (logging.ERROR, error)
        text = "%s could not be painted (%d of %d tries): %s"
        log.log(level, text, self._message, self._failures, TRIES, error, exc_info=trace)
        if self._is_outdated or self._failures < TRIES:
            self._is_outdated = True
            log.debug("%s is tried again in %.1f s", self._message, self._next_pause)
        else:
            log.debug("%s is given up after %d tries", self._message, self._failures)


class Painters:
    """Keeps the painters of many messages: each only while it paints, or pauses after that."""

    def __init__(self) -> None:
        self._painters: dict[Message, Painter] = {}

    def __len__(self) -> int:
        """Counts the messages that are painted, or pause."""
        return len(self._painters)

    def __contains__(self, message: object) -> bool:
        return message in self._painters

    def repaint(self, message: Message, paint: Paint, pause: float = 0.0) -> None:
        """Has a message painted again, as what it shows is no longer true; `pause`: seconds between edits."""
        painter = self._painters.get(message)
        if painter is None:
            self._painters[message] = Painter(message, paint, pause, self._ended)
        else:
            painter.repaint()

    def rendering(self, message: Message) -> None:
        """Notes that the painter of this message has waited, and renders what is true now."""
        if (painter := self._painters.get(message)) is not None:
            painter.rendering()

    @property
    def busy(self) -> bool:
        return any(painter.is_busy for painter in self._painters.values())

    def is_busy(self, message: Message) -> bool:
        painter = self._painters.get(message)
        return painter is not None and painter.is_busy

    async def finish(self, *messages: Message) -> None:
        """Waits until these messages are painted; without any, until all are."""
        for painter in [*(map(self._painters.get, messages) if messages else self._painters.values())]:
            if painter is not None:
                await painter.finish()

    def stop(self) -> None:
        for painter in self._painters.values():
            painter.stop()
        self._painters.clear()

    def _ended(self, message: Message, painter: Painter) -> None:
        """Forgets the painter of a message that has nothing to paint."""
        if self._painters.get(message) is painter:
            del self._painters[message]


def _is_known(error: Exception) -> bool:
    """Tells whether Discord or the way to it has failed, and not the bot."""
    if isinstance(error, discord.HTTPException):
        return error.status != WRONG_REQUEST
    return isinstance(error, (discord.RateLimited, aiohttp.ClientError, OSError))
