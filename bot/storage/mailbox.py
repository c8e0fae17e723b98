"""Letters between processes: a press goes to the process that keeps its duel.

A letter is a row, announced with PostgreSQL's NOTIFY. The process that deletes the row has it, so each letter
is taken once.
"""

import asyncio
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from sqlalchemy import delete, func, insert, select

from bot.database.schema import letters
from bot.process.background import BackgroundTasks
from bot.process.clock import Time
from bot.process.shards import Shards

if TYPE_CHECKING:
    from bot.database.postgres.server import PostgresServer

log = logging.getLogger(__name__)

CHANNEL = "letters"
LIFE = 1.5
"""Seconds; a letter that nobody took by then is taken back, in time to tell the person who pressed."""
STALE, CLEAR_EVERY = 60.0, 60.0
"""Seconds after which it is too late to answer a letter, and after which old ones are looked for again."""


class Mailbox:
    def __init__(self, database: "PostgresServer", shards: Shards, now: Time) -> None:
        self._database = database
        self._shards = shards
        self._now = now
        self._deliver: Callable[[str], None] = _ignore
        self._background = BackgroundTasks()
        self._working: list[asyncio.Task[None]] = []

    def open(self, deliver: Callable[[str], None]) -> None:
        """Delivers letters to this process from now on."""
        self._deliver = deliver
        self._working = [
            asyncio.create_task(self._keep_clear()),
            asyncio.create_task(self._database.listen(CHANNEL, self._heard)),
        ]

    async def close(self) -> None:
        for task in self._working:
            task.cancel()
        await asyncio.gather(*self._working, return_exceptions=True)
        await self._background.finish()

    async def send(self, letter: int, guild: int, body: str) -> bool:
        """Sends a letter; False if no process has taken it."""
        async with self._database.writing() as connection:
            await connection.execute(insert(letters).values(id=letter, body=body, at=self._now()))
            await connection.execute(select(func.pg_notify(CHANNEL, f"{letter} {guild}")))
        await asyncio.sleep(LIFE)
        return await self._claim(letter) is None

    def _heard(self, message: str) -> None:
        letter, guild = map(int, message.split())
        if self._shards.keeps(guild):
            self._background.run(self._receive(letter))

    async def _keep_clear(self) -> None:
        """Deletes letters that a crash or an outage left behind, again and again."""
        while True:
            try:
                await self._clear()
            except Exception as problem:
                log.warning("old letters could not be deleted: %s", problem)
            await asyncio.sleep(CLEAR_EVERY)

    async def _clear(self) -> None:
        await self._database.execute(delete(letters).where(letters.c.at < self._now() - STALE))

    async def _receive(self, letter: int) -> None:
        body = await self._claim(letter)
        if body is not None:
            self._deliver(body)

    async def _claim(self, letter: int) -> str | None:
        gone = delete(letters).where(letters.c.id == letter).returning(letters.c.body)
        body: str | None = (await self._database.execute(gone)).scalar()
        return body


def _ignore(_body: str) -> None:
    pass
