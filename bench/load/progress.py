"""A line now and then on standard error, so that a long run can be watched."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bench.load.observations import MISSED, Notebook


@asynccontextmanager
async def told_every(seconds: float, line: Callable[[], str]) -> AsyncIterator[None]:
    telling = asyncio.create_task(_tell(seconds, line))
    try:
        yield
    finally:
        telling.cancel()
        await asyncio.gather(telling, return_exceptions=True)


def line_of(notes: Notebook) -> str:
    return (
        f"{notes.live:,} duels live, {len(notes.acknowledged):,} picks acknowledged, "
        f"{notes.slow:,} answers over a second, {notes.wrong[MISSED]:,} deadlines missed"
    )


async def _tell(seconds: float, line: Callable[[], str]) -> None:
    began = time.perf_counter()
    while True:
        await asyncio.sleep(seconds)
        print(f"{time.perf_counter() - began:,.0f} s: {line()}", file=sys.stderr, flush=True)
