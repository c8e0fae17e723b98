"""Counts who is using a database, so that it is closed after the last one."""

import asyncio
from contextlib import suppress
from typing import Self

PATIENCE = 5.0
"""Seconds for which `end` waits; anyone who takes longer loses the connection."""


class Usage:
    def __init__(self) -> None:
        self._count = 0
        self._unused = asyncio.Event()
        self._unused.set()
        self._ended = False

    def use(self) -> Self:
        return self

    def __enter__(self) -> None:
        if self._ended:
            raise RuntimeError("the database is closed")
        self._count += 1
        self._unused.clear()

    def __exit__(self, *_: object) -> None:
        self._count -= 1
        if not self._count:
            self._unused.set()

    async def end(self, patience: float | None = None) -> None:
        """Lets nobody begin any more, and waits for those who have begun."""
        self._ended = True
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE if patience is None else patience):
                await self._unused.wait()
