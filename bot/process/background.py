"""Tasks that nobody waits for at once: held on to until they are done, for the loop itself forgets them."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class Errands:
    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def busy(self) -> bool:
        return bool(self._tasks)

    def run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def finish(self) -> None:
        """All that are under way now come to their end, whatever that is."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
