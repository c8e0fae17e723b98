"""Picks are saved here before anybody is told. Those that arrive together share one commit."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.database import Database
from bot.duel import Ending, Status

APPEND = """
INSERT INTO picks (duel, turn, seat, token, at, closes)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]')
FROM json_each(?) WHERE true
ON CONFLICT DO NOTHING
RETURNING duel, turn, seat
"""
END = "UPDATE duels SET status = ?, winner = ?, reason = ?, ended = ? WHERE id = ? AND status = 'live'"


@dataclass(frozen=True, slots=True)
class Pick:
    duel: int
    turn: int
    seat: int
    token: str
    at: float
    closes: bool
    """This pick completed its turn; the next one began when it was made."""


@dataclass(frozen=True, slots=True)
class Entry:
    """What one act changes: picks of one duel, and possibly its end."""

    duel: int
    picks: tuple[Pick, ...] = ()
    status: Status | None = None
    ending: Ending | None = None


class Journal:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[tuple[Entry, asyncio.Future[bool]]] = []
        self._writer: asyncio.Task[None] | None = None

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
        entries = [entry for entry, _ in batch]
        try:
            async with self._database.writing:
                kept = await self._commit(entries)
        except Exception as fault:
            # What came in meanwhile may build on what was just lost, so it is not written either.
            later, self._waiting = self._waiting, []
            for _, done in (*batch, *later):
                if not done.done():
                    done.set_exception(fault)
            return
        for (_, done), ok in zip(batch, kept, strict=True):
            if not done.done():
                done.set_result(ok)

    async def _commit(self, entries: Sequence[Entry]) -> list[bool]:
        """One statement commits itself; only when duels end too is a transaction spelt out."""
        endings = [entry for entry in entries if entry.ending is not None]
        if not endings:
            return await self._append(entries)
        connection = self._database.appender
        await connection.execute("BEGIN IMMEDIATE")
        try:
            kept = await self._append(entries)
            for number, entry in enumerate(entries):
                if kept[number] and entry.ending is not None:
                    kept[number] = await self._end(entry, entry.ending)
            await connection.execute("COMMIT")
        except BaseException:
            await connection.execute("ROLLBACK")
            raise
        return kept

    async def _append(self, entries: Sequence[Entry]) -> list[bool]:
        rows = [
            (pick.duel, pick.turn, pick.seat, pick.token, pick.at, pick.closes)
            for entry in entries
            for pick in entry.picks
        ]
        new = {
            tuple(row) for row in await self._database.appender.execute_fetchall(APPEND, (json.dumps(rows),))
        }
        return [all((pick.duel, pick.turn, pick.seat) in new for pick in entry.picks) for entry in entries]

    async def _end(self, entry: Entry, ending: Ending) -> bool:
        values = (entry.status, ending.winner, ending.reason, ending.at, entry.duel)
        async with self._database.appender.execute(END, values) as cursor:
            return cursor.rowcount == 1
