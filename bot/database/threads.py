"""Work on a connection in a thread, which the task that asked for it always waits for."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from typing import TypeVar

T = TypeVar("T")
AGAIN_AFTER = 0.01
"""Seconds after which work that goes on is interrupted once more."""


async def in_thread(
    threads: Executor, work: Callable[[], T], interrupt: Callable[[], None] | None = None
) -> T:
    """Ends after the work has, however often the task is cancelled: nobody uses the connection then. If the
    work can be interrupted, it is."""
    done = asyncio.get_running_loop().run_in_executor(threads, work)
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        while not done.done():
            if interrupt is not None:
                interrupt()
            with suppress(asyncio.CancelledError):
                await asyncio.wait([done], timeout=None if interrupt is None else AGAIN_AFTER)
        if not done.cancelled():
            done.exception()  # nobody else asks for it
        raise
