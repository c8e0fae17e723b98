"""Guilds that removed the bot: their data is deleted after a while, unless they invite it back."""

import logging
from collections.abc import Collection
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Table, and_, delete, select

from bot.database import Database, Link
from bot.database.schema import channels, duels, guilds, picks, puzzles, ratings, resets, results, votes
from bot.database.upsert import upsert
from bot.duels.pace import DAY
from bot.privacy.texts import KEPT_AFTER_REMOVAL
from bot.process.clock import Clock
from bot.ratings.ledger import Ledger

log = logging.getLogger(__name__)

CHUNK = 500
"""How many duels are deleted in one transaction, so that others can write between them."""


@dataclass(frozen=True, slots=True)
class RemovedGuilds:
    database: Database
    ledger: Ledger
    clock: Clock

    async def left(self, guild: int) -> None:
        """Saves when the bot was removed. If that is known already, the first time counts."""
        first = upsert(guilds).values(id=guild, left=self.clock.now())
        gone = first.on_conflict_do_update(
            index_elements=["id"], set_={"left": self.clock.now()}, where=guilds.c.left.is_(None)
        )
        async with self.database.writing() as connection:
            await connection.execute(gone)

    async def joined(self, guild: int) -> None:
        """Keeps the data of a guild that comes back in time, and deletes it if the guild comes too late."""
        while await self._is_over(guild):
            await self._delete_some(guild)
        known = upsert(guilds).values(id=guild)
        async with self.database.writing() as connection:
            await connection.execute(known.on_conflict_do_update(index_elements=["id"], set_={"left": None}))

    async def compare(self, here: Collection[int]) -> set[int]:
        """Saves which guilds the bot is in; returns those that removed it since the last comparison."""
        async with self.database.writing() as connection:
            left = {row.id: row.left for row in await connection.execute(select(guilds.c.id, guilds.c.left))}
            new = [{"id": guild} for guild in here if guild not in left]
            if new:
                await connection.execute(upsert(guilds).on_conflict_do_nothing(), new)
        for guild in here:
            if left.get(guild) is not None:
                await self.joined(guild)
        return {guild for guild, gone in left.items() if gone is None} - {*here}

    def start(self) -> None:
        """Deletes expired data now, and then once a day."""
        self.clock.at(self.clock.now(), self._sweep)

    async def _sweep(self) -> None:
        """Deletes one chunk, because other alarms may be waiting. If it fails, the clock repeats it."""
        expired = await self._ids(guilds.c.left <= self.clock.now() - KEPT_AFTER_REMOVAL)
        if expired:
            await self._delete_some(min(expired))
        self.clock.at(self.clock.now() + (0 if expired else DAY), self._sweep)

    async def _is_over(self, guild: int) -> bool:
        over = guilds.c.left <= self.clock.now() - KEPT_AFTER_REMOVAL
        return bool(await self._ids(and_(guilds.c.id == guild, over)))

    async def _ids(self, where: ColumnElement[bool]) -> set[int]:
        async with self.database.reading() as connection:
            return {*(await connection.execute(select(guilds.c.id).where(where))).scalars()}

    async def _delete_some(self, guild: int) -> None:
        """Deletes a chunk of the guild's data. Its own row goes last: it shows that more may be left."""
        async with self.ledger.locked(guild), self.database.writing() as connection:
            if await _delete_duels(connection, guild):
                return
            for table in (ratings, puzzles):
                if await _delete_people(connection, table, guild):
                    return
            for table in (resets, channels):
                await connection.execute(delete(table).where(table.c.guild == guild))
            await connection.execute(delete(guilds).where(guilds.c.id == guild))
        await self.database.forget_deleted()
        log.info("deleted the data of a guild that removed the bot %d days ago", KEPT_AFTER_REMOVAL // DAY)


async def _delete_duels(connection: Link, guild: int) -> bool:
    """Deletes a chunk of the guild's duels; False if none was left."""
    some = select(duels.c.id).where(duels.c.guild == guild).limit(CHUNK)
    ids = (await connection.execute(some)).scalars()
    for table in (votes, picks, results):
        await connection.execute(delete(table).where(table.c.duel.in_(ids)))
    await connection.execute(delete(duels).where(duels.c.id.in_(ids)))
    return bool(ids)


async def _delete_people(connection: Link, table: Table, guild: int) -> bool:
    """Deletes a table's rows about some people of the guild; False if none was left."""
    some = select(table.c.person).where(table.c.guild == guild).limit(CHUNK)
    people: Collection[int] = {*(await connection.execute(some)).scalars()}
    await connection.execute(delete(table).where(table.c.guild == guild, table.c.person.in_(people)))
    return bool(people)
