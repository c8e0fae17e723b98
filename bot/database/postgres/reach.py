"""Whether the server can be reached, as the last attempts showed, and how long an attempt is repeated."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

from bot.database.postgres.connection import is_conflict, is_lost

log = logging.getLogger(__name__)

T = TypeVar("T")
PATIENCE = 2.0
"""Seconds for which an attempt is repeated; a press has to be answered within three."""
PAUSE = 0.05
UNREACHABLE = "The database can't be reached at the moment."


class Reach:
    def __init__(self) -> None:
        self.trouble: str | None = None

    def failed(self, problem: BaseException) -> None:
        if self.trouble is None:
            log.error("the database can't be reached: %s", str(problem) or type(problem).__name__)
        self.trouble = UNREACHABLE

    def succeeded(self) -> None:
        if self.trouble is not None:
            log.info("the database can be reached again")
        self.trouble = None

    def note(self, problem: BaseException | None, *, slow: bool = False) -> None:
        """Notes how a use of a connection ended. `slow`: its statements may take long, so that one which
        takes too long is no outage."""
        if problem is None:
            self.succeeded()
        elif is_lost(problem) and not (slow and isinstance(problem, TimeoutError)):
            self.failed(problem)

    async def repeat(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Repeats the attempt for a while when the server can't be reached, or undid it because of others."""
        loop = asyncio.get_running_loop()
        until = loop.time() + PATIENCE
        while True:
            try:
                async with asyncio.timeout_at(until):
                    return await attempt()
            except Exception as problem:
                if not is_conflict(problem):
                    if not is_lost(problem):
                        raise
                    self.failed(problem)
                if loop.time() >= until:
                    raise
            await asyncio.sleep(PAUSE)

    @asynccontextmanager
    async def turn(self, places: asyncio.Semaphore) -> AsyncIterator[None]:
        await self.take(places)
        try:
            yield
        finally:
            places.release()

    async def take(self, places: asyncio.Semaphore) -> None:
        """Waits for a place as long as the server answers: those who wait for a silent one give up too."""
        while places.locked():
            try:
                async with asyncio.timeout(PATIENCE):
                    await places.acquire()
                    return
            except TimeoutError:
                if self.trouble is not None:
                    raise
        await places.acquire()  # at once
