"""Makes a person unknown, and keeps other people's results right: their id becomes a random negative one."""

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from sqlalchemy import ColumnElement, and_, case, delete, or_, select, union, update

from bot.database import Database
from bot.database.schema import blocks, duels, notes, people, puzzles, ratings, resets, results, votes
from bot.duels.arena import Arena
from bot.duels.duel import OPEN, Duel, Status
from bot.ratings.ledger import Ledger
from bot.storage.storage import Storage
from games.engine import Refused

log = logging.getLogger(__name__)

UNDERWAY = "erase:"
"""A note of this kind names whose erasure has begun, and where they are being renamed to what. It goes last,
so a crash delays and loses nothing."""
CHUNK = 500
"""Duels renamed in one transaction."""
ROUNDS = 10
"""Somebody may challenge the person, or be challenged by them, while they are being forgotten."""
RENAMED = (
    *(duels.c.challenger, duels.c.challenged, duels.c.seat0, duels.c.seat1),
    *(results.c.person, results.c.opponent, ratings.c.person, resets.c.person),
)
DELETED = (people.c.id, blocks.c.person, blocks.c.blocked, votes.c.person, puzzles.c.person)


@dataclass(frozen=True, slots=True)
class Erasure:
    database: Database
    storage: Storage
    ledger: Ledger
    arena_of: Callable[[int], Arena]
    outdated: Callable[[Duel], None]
    """Told of duels whose boards still show the name."""

    async def erase(self, person: int) -> None:
        if await self.storage.note(f"{UNDERWAY}{person}") is None:
            await self.storage.set_note(f"{UNDERWAY}{person}", "")
        await self._go_on(person)

    async def resume(self) -> None:
        """Those that a crash interrupted."""
        query = select(notes.c.key).where(notes.c.key.like(f"{UNDERWAY}%"))
        async with self.database.reading() as connection:
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
        async with self.database.reading() as connection:
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
        """Where something is left to rename; the one where that has begun comes first."""
        places = union(
            select(duels.c.guild).where(_took_part(person)),
            *(select(table.c.guild).where(table.c.person == person) for table in (results, ratings, resets)),
        )
        begun, _ = await self._begun(person)
        async with self.database.reading() as connection:
            return sorted((await connection.execute(places)).scalars(), key=lambda guild: guild != begun)

    async def _begun(self, person: int) -> tuple[int | None, int]:
        """The server where they are being renamed, and what to."""
        noted = await self.storage.note(f"{UNDERWAY}{person}")
        if not noted:
            return None, 0
        guild, alias = map(int, noted.split())
        return guild, alias

    async def _rename(self, person: int, guild: int) -> None:
        """A little at a time, for others want to write too; the same alias to the end, also after a crash. A
        duel that is just being played waits for the next round."""
        async with self.ledger.alone(guild):
            begun, alias = await self._begun(person)
            if begun != guild:
                alias = -1 - secrets.randbits(52)
                await self.storage.set_note(f"{UNDERWAY}{person}", f"{guild} {alias}")
            while await self._rename_some(person, guild, alias):
                pass
            async with self.database.transaction() as connection:
                for table in (ratings, resets):
                    rows = update(table).where(table.c.person == person, table.c.guild == guild)
                    await connection.execute(rows.values(person=alias))
                done = update(notes).where(notes.c.key == f"{UNDERWAY}{person}")
                await connection.execute(done.values(value=""))

    async def _rename_some(self, person: int, guild: int, alias: int) -> bool:
        """In some finished duels, with their results; whether there were any."""
        over = and_(duels.c.guild == guild, _took_part(person), duels.c.status.not_in(OPEN))
        async with self.database.transaction() as connection:
            ids = (await connection.execute(select(duels.c.id).where(over).limit(CHUNK))).scalars().all()
            for key, columns in (
                (duels.c.id, (duels.c.challenger, duels.c.challenged, duels.c.seat0, duels.c.seat1)),
                (results.c.duel, (results.c.person, results.c.opponent)),
            ):
                renamed = {each.name: case((each == person, alias), else_=each) for each in columns}
                await connection.execute(update(key.table).where(key.in_(ids)).values(**renamed))
        return bool(ids)

    async def _forget(self, person: int) -> None:
        """What no one else's result depends on, and that there was something to forget."""
        async with self.database.transaction() as connection:
            for column in DELETED:
                await connection.execute(delete(column.table).where(column == person))
            await connection.execute(delete(notes).where(notes.c.key == f"{UNDERWAY}{person}"))


def _took_part(person: int) -> ColumnElement[bool]:
    """Whoever accepts a challenge is noted as challenged, so this finds both players."""
    return or_(duels.c.challenger == person, duels.c.challenged == person)
