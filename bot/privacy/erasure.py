"""Erases a person: a random negative number replaces their id, so that other people's results stay right."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import Column, ColumnElement, Table, and_, case, delete, or_, select, union, update

from bot.arena.arena import Arena
from bot.database import Database
from bot.database.schema import blocks, duels, notes, people, puzzles, ratings, resets, results, votes
from bot.duels.duel import OPEN, Duel, Status
from bot.ratings.ledger import Ledger
from bot.storage.storage import Storage
from games.engine import Refused

log = logging.getLogger(__name__)

UNDERWAY = "erase:"
"""A note with this key and the person's id says that their erasure is under way; its value says in which
guild they are being renamed, and to what. It is deleted last, so that a crash only delays an erasure."""
CHUNK = 500
"""How many duels are changed in one transaction."""
ROUNDS = 10
"""How often the duels are looked through: the person may begin new ones during the erasure."""
RENAMED = (
    *(duels.c.challenger, duels.c.challenged, duels.c.seat0, duels.c.seat1),
    *(results.c.person, results.c.opponent, ratings.c.person, resets.c.person),
)
"""Columns in which another number replaces the person's id."""
RENAMED_BY_DUEL = {duels: duels.c.id, results: results.c.duel}
"""The large tables, of which some duels are changed at a time; the others are changed guild by guild."""
DELETED = (people.c.id, blocks.c.person, blocks.c.blocked, votes.c.person, puzzles.c.person)
"""Columns whose rows are deleted, because no other person's results depend on them."""


@dataclass(frozen=True, slots=True)
class Erasure:
    database: Database
    storage: Storage
    ledger: Ledger
    arena_of: Callable[[int], Arena]
    outdated: Callable[[Duel], None]
    """Paints the board of a duel again, because it still shows the person's name."""

    async def erase(self, person: int) -> None:
        await note_erasure(self.storage, person)
        await self._go_on(person)

    async def resume(self) -> None:
        """Completes the erasures that a crash has interrupted."""
        query = select(notes.c.key).where(notes.c.key.like(f"{UNDERWAY}%"))
        async with self.database.reading() as connection:
            keys = (await connection.execute(query)).scalars()
        for key in keys:
            await self._go_on(int(key.removeprefix(UNDERWAY)))

    async def _go_on(self, person: int) -> None:
        left: list[tuple[int, int]] = []
        for _ in range(ROUNDS):
            left += await self._leave_duels(person)
            guilds = await self._guilds_of(person)
            if not guilds:
                await self._forget(person)
                await self.database.forget_deleted()
                break
            for guild in guilds:
                await self._rename(person, guild)
        else:
            log.warning("erasure is not complete: new duels kept coming; it continues at the next start")
        for guild, duel in left:
            self.outdated(await self.arena_of(guild).duel(duel))

    async def _leave_duels(self, person: int) -> list[tuple[int, int]]:
        """Resigns the person's duels, so that nobody avoids a loss, and ends challenges by and to them."""
        query = select(duels.c.guild, duels.c.id, duels.c.challenger, duels.c.status)
        async with self.database.reading_beside() as connection:
            found = await connection.execute(query.where(duels.c.status.in_(OPEN), _took_part(person)))
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
                log.info("duel %x: changed before the erasure could end it", duel)
        return [(guild, duel) for guild, duel, _, _ in found]

    async def _guilds_of(self, person: int) -> list[int]:
        """Guilds in which something is left to rename; one where renaming has begun comes first."""
        places = union(
            select(duels.c.guild).where(_took_part(person)),
            *(select(table.c.guild).where(table.c.person == person) for table in _tables() if table != duels),
        )
        begun, _ = await self._begun(person)
        async with self.database.reading_beside() as connection:
            return sorted((await connection.execute(places)).scalars(), key=lambda guild: guild != begun)

    async def _begun(self, person: int) -> tuple[int | None, int]:
        """Returns the guild in which the person is being renamed, and their new number."""
        noted = await self.storage.note(f"{UNDERWAY}{person}")
        if not noted:
            return None, 0
        guild, alias = map(int, noted.split())
        return guild, alias

    async def _rename(self, person: int, guild: int) -> None:
        """Renames a person in one guild, a chunk at a time, so that others can write between the chunks. The
        alias stays the same after a crash. Duels that are still open are left for the next round."""
        async with self.ledger.locked(guild):
            begun, alias = await self._begun(person)
            if begun != guild:
                alias = -1 - secrets.randbits(52)
                await self.storage.set_note(f"{UNDERWAY}{person}", f"{guild} {alias}")
            while await self._rename_some(person, guild, alias):
                pass
            async with self.database.writing() as connection:
                for table in _tables() - RENAMED_BY_DUEL.keys():
                    for column in _renamed_in(table):
                        rows = update(table).where(column == person, table.c.guild == guild)
                        await connection.execute(rows.values({column: alias}))
                done = update(notes).where(notes.c.key == f"{UNDERWAY}{person}")
                await connection.execute(done.values(value=""))

    async def _rename_some(self, person: int, guild: int, alias: int) -> bool:
        """Renames a person in a chunk of finished duels and their results; False if none was left."""
        over = and_(duels.c.guild == guild, _took_part(person), duels.c.status.not_in(OPEN))
        async with self.database.writing() as connection:
            ids = (await connection.execute(select(duels.c.id).where(over).limit(CHUNK))).scalars()
            for table, key in RENAMED_BY_DUEL.items():
                renamed = {each: case((each == person, alias), else_=each) for each in _renamed_in(table)}
                await connection.execute(update(table).where(key.in_(ids)).values(renamed))
        return bool(ids)

    async def _forget(self, person: int) -> None:
        """Deletes what nobody else's results depend on, then the note that the erasure was under way."""
        async with self.database.writing() as connection:
            for column in DELETED:
                await connection.execute(delete(column.table).where(column == person))
            await connection.execute(delete(notes).where(notes.c.key == f"{UNDERWAY}{person}"))


async def note_erasure(storage: Storage, person: int) -> None:
    """Notes that a person has to be erased: now, or at the next start of the bot."""
    if await storage.note(f"{UNDERWAY}{person}") is None:
        await storage.set_note(f"{UNDERWAY}{person}", "")


def _tables() -> set[Table]:
    """Returns the tables that have columns to rename."""
    return {column.table for column in RENAMED}


def _renamed_in(table: Table) -> list[Column[int]]:
    return [column for column in RENAMED if column.table is table]


def _took_part(person: int) -> ColumnElement[bool]:
    """Finds both players: a person who accepts an open challenge is saved as the one challenged."""
    return or_(duels.c.challenger == person, duels.c.challenged == person)
