"""A press that arrives at a process which doesn't keep its duel is handed over to the one that does.

A letter is a row, announced with PostgreSQL's NOTIFY. Whoever deletes the row has it: so it is taken once.
"""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import delete, func, insert, select

from bot.database.postgres import PostgresServer
from bot.database.schema import letters
from bot.process.background import BackgroundTasks
from bot.process.clock import Time
from bot.process.shards import Shards

log = logging.getLogger(__name__)

CHANNEL = "letters"
LIFE = 1.5
"""Seconds; a letter that nobody took by then goes back, so that its sender can still be told."""


class Post:
    def __init__(
        self, database: PostgresServer, shards: Shards, now: Time, deliver: Callable[[str], None]
    ) -> None:
        self._database = database
        self._shards = shards
        self._now = now
        self._deliver = deliver
        self._errands = BackgroundTasks()
        self._listening: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._errands.run(self._clear())
        self._listening = asyncio.create_task(self._database.listen(CHANNEL, self._heard))

    async def close(self) -> None:
        if self._listening is not None:
            self._listening.cancel()
            with suppress(asyncio.CancelledError):
                await self._listening
        await self._errands.finish()

    async def send(self, letter: int, guild: int, body: str) -> bool:
        """False when no process has taken it."""
        async with self._database.transaction() as connection:
            await connection.execute(insert(letters).values(id=letter, body=body, at=self._now()))
            await connection.execute(select(func.pg_notify(CHANNEL, f"{letter} {guild}")))
        await asyncio.sleep(LIFE)
        return await self._take(letter) is None

    def _heard(self, message: str) -> None:
        letter, guild = map(int, message.split())
        if self._shards.keeps(guild):
            self._errands.run(self._receive(letter))

    async def _clear(self) -> None:
        """What a crash left lying about is worth nothing any more."""
        async with self._database.transaction() as connection:
            await connection.execute(delete(letters).where(letters.c.at < self._now() - 60))

    async def _receive(self, letter: int) -> None:
        body = await self._take(letter)
        if body is not None:
            self._deliver(body)

    async def _take(self, letter: int) -> str | None:
        async with self._database.transaction() as connection:
            taken = await connection.execute(
                delete(letters).where(letters.c.id == letter).returning(letters.c.body)
            )
            return taken.scalar()
