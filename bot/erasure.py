"""Makes a person unknown, and keeps other people's results right: their id becomes a random negative one."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, case, delete, or_, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.arena import Arena
from bot.duel import OPEN, Duel, Status
from bot.schema import blocks, duels, notes, people, puzzles, ratings, resets, results, votes
from bot.storage import Storage
from games.engine import Refused

log = logging.getLogger(__name__)

UNDERWAY = "erase:"
"""A note of this kind names whose erasure has begun; it goes last, so a crash delays and loses nothing."""
ROUNDS = 10
"""Somebody may challenge the person, or be challenged by them, while they are being forgotten."""
RENAMED = (
    *(duels.c.challenger, duels.c.challenged, duels.c.seat0, duels.c.seat1),
    *(results.c.person, results.c.opponent, ratings.c.person, resets.c.person),
)
DELETED = (people.c.id, blocks.c.person, blocks.c.blocked, votes.c.person, puzzles.c.person)


@dataclass(frozen=True, slots=True)
class Erasure:
    storage: Storage
    arena_of: Callable[[int], Arena]
    outdated: Callable[[Duel], None]
    """Told of duels whose boards still show the name."""

    async def erase(self, person: int) -> None:
        await self.storage.set_note(f"{UNDERWAY}{person}", "")
        await self._go_on(person)

    async def resume(self) -> None:
        """Those that a crash interrupted."""
        query = select(notes.c.key).where(notes.c.key.like(f"{UNDERWAY}%"))
        async with self.storage.database.reading() as connection:
            keys = (await connection.execute(query)).scalars().all()
        for key in keys:
            await self._go_on(int(key.removeprefix(UNDERWAY)))

    async def _go_on(self, person: int) -> None:
        left: list[tuple[int, int]] = []
        for _ in range(ROUNDS):
            left += await self._leave_duels(person)
            guilds = await self._guilds_of(person)
            if not guilds:
                await self._forget(person)
                break
            for guild in guilds:
                await self._rename(person, guild)
        else:
            log.warning("an erasure is not complete; it goes on at the next start")
        for guild, duel in left:
            self.outdated(await self.arena_of(guild).duel(duel))

    async def _leave_duels(self, person: int) -> list[tuple[int, int]]:
        """Nobody dodges a loss by leaving."""
        query = select(duels.c.guild, duels.c.id, duels.c.challenger, duels.c.status)
        async with self.storage.database.reading() as connection:
            found = (
                await connection.execute(query.where(duels.c.status.in_(OPEN), _took_part(person)))
            ).all()
        for guild, duel, challenger, status in found:
            arena = self.arena_of(guild)
            try:
                if status == Status.LIVE:
                    await arena.resign(duel, person)
                elif challenger == person:
                    await arena.withdraw(duel, person)
                else:
                    await arena.decline(duel, person)
            except Refused:
                log.info("duel %x: something else became of it first", duel)
        return [(guild, duel) for guild, duel, _, _ in found]

    async def _guilds_of(self, person: int) -> list[int]:
        """Where something is left to rename."""
        places = union(
            select(duels.c.guild).where(_took_part(person)),
            *(select(table.c.guild).where(table.c.person == person) for table in (results, ratings, resets)),
        )
        async with self.storage.database.reading() as connection:
            return [*(await connection.execute(places)).scalars()]

    async def _rename(self, person: int, guild: int) -> None:
        """All or nothing in this server; a duel that is just being played waits for the next round."""
        alias = -1 - secrets.randbits(52)
        books = self.storage.ledger.alone(guild)
        async with books, self.storage.database.transaction() as connection:
            await _rename_in_duels(connection, person, guild, alias)
            theirs = select(results.c.duel).where(results.c.person == person, results.c.guild == guild)
            against = update(results).where(results.c.duel.in_(theirs), results.c.opponent == person)
            await connection.execute(against.values(opponent=alias))
            for table in (results, ratings, resets):
                rows = update(table).where(table.c.person == person, table.c.guild == guild)
                await connection.execute(rows.values(person=alias))

    async def _forget(self, person: int) -> None:
        """What no one else's result depends on, and that there was something to forget."""
        async with self.storage.database.transaction() as connection:
            for column in DELETED:
                await connection.execute(delete(column.table).where(column == person))
            await connection.execute(delete(notes).where(notes.c.key == f"{UNDERWAY}{person}"))


async def _rename_in_duels(connection: AsyncConnection, person: int, guild: int, alias: int) -> None:
    columns = (duels.c.challenger, duels.c.challenged, duels.c.seat0, duels.c.seat1)
    renamed = {column.name: case((column == person, alias), else_=column) for column in columns}
    over = update(duels).where(duels.c.guild == guild, _took_part(person), duels.c.status.not_in(OPEN))
    await connection.execute(over.values(**renamed))


def _took_part(person: int) -> ColumnElement[bool]:
    """Whoever accepts a challenge is noted as challenged, so this finds both players."""
    return or_(duels.c.challenger == person, duels.c.challenged == person)
