"""Work on a connection in a thread, which the task that asked for it always waits for."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")
Job: TypeAlias = tuple["asyncio.Future[Any]", Callable[[], Any]]
AGAIN_AFTER = 0.01
"""Seconds after which work that goes on is interrupted once more."""


async def in_thread(
    threads: Executor, work: Callable[[], T], interrupt: Callable[[], None] | None = None
) -> T:
    """Ends after the work has, however often the task is cancelled: nobody uses the connection then. If the
    work can be interrupted, it is."""
    return await _ended(asyncio.get_running_loop().run_in_executor(threads, work), interrupt)


class Worker:
    """One thread that does everything in turn. To ask it takes a fraction of what an executor takes."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[], T]) -> T:
        """Ends after the work has, as `in_thread` does."""
        done: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self._jobs.put((done, work))
        return await _ended(done)

    def close(self) -> None:
        """Waits for what was asked before."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            done, work = job
            try:
                tell, answer = done.set_result, work()
            except BaseException as problem:
                tell, answer = done.set_exception, problem
            with suppress(RuntimeError):  # the loop was closed, so nobody waits
                done.get_loop().call_soon_threadsafe(tell, answer)


async def _ended(done: "asyncio.Future[T]", interrupt: Callable[[], None] | None = None) -> T:
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
