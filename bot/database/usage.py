"""Who is at work in a database, so that it is closed behind the last one."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

PATIENCE = 5.0
"""Seconds; whoever takes longer is left behind."""


class Visits:
    def __init__(self) -> None:
        self._count = 0
        self._nobody = asyncio.Event()
        self._nobody.set()
        self._over = False

    @contextmanager
    def visit(self) -> Iterator[None]:
        if self._over:
            raise RuntimeError("the database is closed")
        self._count += 1
        self._nobody.clear()
        try:
            yield
        finally:
            self._count -= 1
            if not self._count:
                self._nobody.set()

    async def end(self) -> None:
        """Nobody comes in any more; those who are in may finish."""
        self._over = True
        with suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                await self._nobody.wait()
