"""Picks are saved here before anybody is told. Those that arrive together share one commit."""

import asyncio
import time
from collections.abc import Callable, Sequence

from bot.database import Database
from bot.entry import Entry


class Journal:
    def __init__(self, database: Database) -> None:
        self.saved = 0
        """Picks, since the start."""
        self.on_commit: Callable[[float], None] = _ignore
        """Told how many seconds each commit took."""
        self._database = database
        self._waiting: list[tuple[Entry, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None

    @property
    def queue(self) -> int:
        """How many entries wait for the next commit."""
        return len(self._waiting)

    async def add(self, entry: Entry) -> bool:
        """True when it is safely on disk; False when it contradicts what is there already."""
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._waiting.append((entry, done))
        if self._writer is None:
            self._writer = asyncio.create_task(self._write())
        return await done

    async def close(self) -> None:
        if self._writer is not None:
            await self._writer

    async def _write(self) -> None:
        """Write for as long as something is waiting: all that came while the last commit was made."""
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._write_batch(batch)
        finally:
            self._writer = None

    async def _write_batch(self, batch: Sequence[tuple[Entry, "asyncio.Future[bool]"]]) -> None:
        began = time.perf_counter()
        try:
            kept = await self._database.append([entry for entry, _ in batch])
        except Exception as fault:
            # What came in meanwhile may build on what was just lost, so it is not written either.
            later, self._waiting = self._waiting, []
            for _, done in (*batch, *later):
                if not done.done():
                    done.set_exception(fault)
            return
        self.on_commit(time.perf_counter() - began)
        for (entry, done), ok in zip(batch, kept, strict=True):
            self.saved += len(entry.picks) if ok else 0
            if not done.done():
                done.set_result(ok)


def _ignore(_seconds: float) -> None:
    pass
