"""Work on a connection in a thread, which the task that asked for it always waits for."""

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar

T = TypeVar("T")
AGAIN_AFTER = 0.01
"""Seconds after which work that goes on is interrupted once more."""


async def in_thread(
    threads: Executor, work: Callable[[], T], interrupt: Callable[[], None] | None = None
) -> T:
    """Ends after the work has, however often the task is cancelled: nobody uses the connection then. If the
    work can be interrupted, it is."""
    return await _ended(asyncio.get_running_loop().run_in_executor(threads, work), interrupt)


class Job:
    """Work that somebody waits for."""

    __slots__ = ("done", "is_over", "work")

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.is_over = False

    def end(self, answer: Any, problem: BaseException | None) -> None:
        self.is_over = True
        if self.done.cancelled():
            return
        if problem is None:
            self.done.set_result(answer)
        else:
            self.done.set_exception(problem)

    async def end_quietly(self) -> None:
        """Waits for the end, after the task was cancelled. That has cancelled the future too, unless it was
        done already."""
        if not self.is_over:
            self.done = self.done.get_loop().create_future()
        if not self.done.cancelled():
            await _ended_quietly(self.done)


class Worker:
    """One thread that does everything in turn. To ask it takes a fraction of what an executor takes."""

    def __init__(self, name: str) -> None:
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    async def do(self, work: Callable[[], T]) -> T:
        """Ends after the work has, as `in_thread` does."""
        job = Job(work)
        self._jobs.put(job)
        try:
            answer: T = await job.done
        except asyncio.CancelledError:
            await job.end_quietly()
            raise
        return answer

    def close(self) -> None:
        """Waits for what was asked before."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            loop, answer, fault = job.done.get_loop(), None, None
            try:
                answer = job.work()
            except BaseException as problem:
                fault = problem
            with suppress(RuntimeError):  # the loop was closed, so nobody waits
                loop.call_soon_threadsafe(job.end, answer, fault)


async def _ended(done: "asyncio.Future[T]", interrupt: Callable[[], None] | None = None) -> T:
    try:
        return await asyncio.shield(done)
    except asyncio.CancelledError:
        await _ended_quietly(done, interrupt)
        raise


async def _ended_quietly(done: "asyncio.Future[Any]", interrupt: Callable[[], None] | None = None) -> None:
    """Waits for the end, however often the task is cancelled, and asks for no answer."""
    while not done.done():
        if interrupt is not None:
            interrupt()
        with suppress(asyncio.CancelledError):
            await asyncio.wait([done], timeout=None if interrupt is None else AGAIN_AFTER)
    if not done.cancelled():
        done.exception()  # nobody else asks for it
