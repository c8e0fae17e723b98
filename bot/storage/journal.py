"""Saves picks before anybody is told of them. Picks that arrive together share one commit."""

import time
from collections.abc import Callable, Sequence

from bot.database import Database
from bot.storage.batch import Batch
from bot.storage.entries import Entry

PAUSE = 0.05
"""Seconds between two commits while many pick: each wakes a thread, the disk and the loop."""


class Journal:
    def __init__(self, database: Database) -> None:
        self.saved = 0
        """How many picks were saved since the start."""
        self.on_commit: Callable[[float], None] = _ignore
        """Called with the seconds that each commit took."""
        self._database = database
        self._batch = Batch(self._commit, PAUSE)
        self.close = self._batch.close

    @property
    def queue(self) -> int:
        """How many entries wait for the next commit."""
        return len(self._batch)

    @property
    def delay(self) -> float:
        """For how many seconds the oldest entry has waited to be saved."""
        return self._batch.delay

    async def add(self, entry: Entry) -> bool:
        """True once the entry is safely on disk; False if it contradicts what is already saved."""
        return await self._batch.add(entry)

    async def _commit(self, entries: Sequence[Entry]) -> list[bool]:
        began = time.perf_counter()
        kept = await self._database.append(entries)
        self.on_commit(time.perf_counter() - began)
        self.saved += sum(len(entry.picks) for entry, ok in zip(entries, kept, strict=True) if ok)
        return kept


def _ignore(_seconds: float) -> None:
    pass
