"""Prints a line to standard error from time to time, so that a long run can be watched."""

import asyncio
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from bench.load.observations import MISSED, LoadObservations


@asynccontextmanager
async def printed_every(seconds: float, line: Callable[[], str]) -> AsyncIterator[None]:
    """Prints a line every so many seconds while the block runs."""
    printing = asyncio.create_task(_print(seconds, line))
    try:
        yield
    finally:
        printing.cancel()
        await asyncio.gather(printing, return_exceptions=True)


def progress_line(observed: LoadObservations) -> str:
    return (
        f"{observed.live:,} duels live, {len(observed.acknowledged):,} picks acknowledged, "
        f"{observed.slow:,} answers over a second, "
        f"{observed.acknowledged_first:,} acknowledged first, {observed.wrong[MISSED]:,} deadlines missed"
    )


async def _print(seconds: float, line: Callable[[], str]) -> None:
    began = time.perf_counter()
    while True:
        await asyncio.sleep(seconds)
        print(f"{time.perf_counter() - began:,.0f} s: {line()}", file=sys.stderr, flush=True)
