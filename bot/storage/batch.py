"""Saves in batches: everything that arrives during one commit, or soon after it, shares the next."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Generic, TypeAlias, TypeVar

T = TypeVar("T")
R = TypeVar("R")
Waiting: TypeAlias = list[tuple[T, asyncio.Future[R]]]
LONGEST_CLOSE = 3.0
"""Seconds that writing gets when the bot is stopped."""


class Batch(Generic[T, R]):
    def __init__(
        self,
        commit: Callable[[Sequence[T]], Awaitable[Sequence[R]]],
        pause: float = 0.0,
        *,
        patient: bool = False,
    ) -> None:
        """Makes batches for `commit`, which saves all of its items or none, and returns one answer for each.
        While items come faster than one at a time, or always if they are `patient`, it is called once in
        `pause` seconds."""
        self._commit = commit
        self._pause = pause
        self._patient = patient
        self._is_crowded = False
        """Whether items met in the last commit, or during it."""
        self._next = 0.0
        """When the next commit may begin."""
        self.now = time.monotonic
        self._closing = asyncio.Event()
        self._waiting: Waiting[T, R] = []
        self._writer: asyncio.Task[None] | None = None
        self._oldest_waiting = self._oldest_written = 0.0

    def __len__(self) -> int:
        """Counts the items that wait for the next commit."""
        return len(self._waiting)

    @property
    def delay(self) -> float:
        """Returns for how many seconds the oldest item has waited, also in the commit that is under way."""
        return 0.0 if self._writer is None else max(0.0, self.now() - self._oldest_written)

    async def add(self, item: T) -> R:
        """Returns the answer for this item once it is safely on disk."""
        done: asyncio.Future[R] = asyncio.get_running_loop().create_future()
        if not self._waiting:
            self._oldest_waiting = self.now()
        self._waiting.append((item, done))
        if self._writer is None:
            self._oldest_written = self._oldest_waiting
            self._writer = asyncio.create_task(self._write())
        return await done

    async def close(self) -> None:
        """Writes at once what is waiting, and waits for it, but not for a database that hangs."""
        self._closing.set()
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=LONGEST_CLOSE)

    async def _write(self) -> None:
        """Commits batch after batch until nothing is waiting."""
        try:
            while self._waiting:
                await self._until_due()
                batch, self._waiting = self._waiting, []
                self._oldest_written = self._oldest_waiting
                await self._write_batch(batch)
                self._is_crowded = len(batch) > 1 or bool(self._waiting)
        finally:
            self._writer = None

    async def _until_due(self) -> None:
        loop = asyncio.get_running_loop()
        wait = self._next - loop.time() if self._is_crowded or self._patient else 0.0
        if wait > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._closing.wait(), wait)
        self._next = loop.time() + self._pause

    async def _write_batch(self, batch: Waiting[T, R]) -> None:
        try:
            answers = await self._commit([item for item, _ in batch])
        except Exception as fault:
            # What came in meanwhile may build on what was just lost, so it is not written either.
            later, self._waiting = self._waiting, []
            for _, done in (*batch, *later):
                if not done.done():
                    done.set_exception(fault)
            return
        for (_, done), answer in zip(batch, answers, strict=True):
            if not done.done():
                done.set_result(answer)
