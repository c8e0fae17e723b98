"""One question for all who ask at the same time, with a limit; its answer is kept for a moment."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any, Generic, TypeVar

from bot.process.clock import Time

T = TypeVar("T")


class Shared(Generic[T]):
    def __init__(self, ask: Callable[[], Coroutine[Any, Any, T]], limit: float, keep: float) -> None:
        """Shares the answers of `ask`; `limit` and `keep` are seconds."""
        self.now: Time = time.monotonic
        self._ask = ask
        self._limit = limit
        self._keep = keep
        self._kept_until = 0.0
        self._asking: asyncio.Task[T] | None = None

    async def get(self) -> T:
        """Returns the answer; raises TimeoutError if there is none within the limit."""
        if self._asking is None or (self._asking.done() and self.now() >= self._kept_until):
            self._asking = asyncio.create_task(self._ask_in_time())
        return await asyncio.shield(self._asking)

    def close(self) -> None:
        if self._asking is not None:
            self._asking.cancel()

    async def _ask_in_time(self) -> T:
        """Does not wait for a question that is slow to notice that nobody wants its answer any more."""
        asked = asyncio.create_task(self._ask())
        asked.add_done_callback(_read)
        try:
            await asyncio.wait([asked], timeout=self._limit)
            if not asked.done():
                raise TimeoutError
            return asked.result()
        finally:
            asked.cancel()
            self._kept_until = self.now() + self._keep


def _read(task: asyncio.Task[Any]) -> None:
    """Reads the error of an abandoned question, so that asyncio does not complain of it."""
    if not task.cancelled():
        task.exception()
