"""Counts finished duels: numbers them, saves their results, changes ratings. All of it can be recounted."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

from sqlalchemy import case, delete, func, select

from bot.database import Database, Link
from bot.database.schema import UNCOUNTED, duels, notes, ratings
from bot.ratings import resets
from bot.ratings.model import ALL_GAMES, RatingChange, Stake
from bot.ratings.recount import Difference, Recount, write
from bot.ratings.resets import Reset
from bot.ratings.seasons import ALL_TIME
from bot.ratings.sql import Changes, changes_of, count, finished_from, waiting
from bot.ratings.stakes import lone_stake, loss_of, stakes_of

log = logging.getLogger(__name__)

PATIENCE = 1.0
"""Seconds for which a duel's end waits for the guild's ledger; then it is told without rating changes."""
RECOUNT_ABOVE = 50
"""With more uncounted duels than this, all duels of the guild are recounted in chunks."""
MARK = "recount "
"""How the key of a note begins that a migration left for each guild whose ratings may be wrong."""


@dataclass(frozen=True, slots=True)
class Loss:
    """What the reset of a leaderboard would remove; `people` counts those who are shown on it."""

    people: int
    duels: int
    leader: int | None


class Ledger:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._guilds: dict[int, asyncio.Lock] = {}

    @asynccontextmanager
    async def locked(self, guild: int) -> AsyncIterator[None]:
        """Locks a guild's ledger, across processes: erasing a person rewrites every guild from whichever
        process they asked."""
        async with self._lock(guild), self._database.reserved(guild):
            yield

    async def settle(self, guild: int, duel: int) -> Changes:
        """Counts a duel whose end is saved, and returns its rating changes. After an error or a long wait it
        returns None; the duel is then counted later, or with the guild's next one. After a power failure it
        may have to be counted again."""
        lock = self._lock(guild)
        try:
            async with asyncio.timeout(PATIENCE):
                await lock.acquire()
        except TimeoutError:
            return None
        try:
            return await self._changes(guild, duel)
        except Exception:
            log.exception("duel %x: its result could not be counted; trying again later", duel)
            return None
        finally:
            lock.release()

    async def _changes(self, guild: int, duel: int) -> Changes:
        """Counts the duel, unless that was done before or another process counts its guild now."""
        async with self._database.reserving(guild) as connection:
            counted = {} if connection is None else await _count_waiting(connection, guild)
        if duel in counted:
            return counted[duel]
        async with self._database.reading() as connection:
            return await changes_of(connection, duel)

    async def stakes(
        self, guild: int, game: str, one: int, other: int | None, at: float
    ) -> tuple[Stake, ...]:
        """The stakes of both people in a rated challenge; with None in place of the other, those of one."""
        async with self._database.reading() as connection:
            if other is None:
                return await lone_stake(connection, guild, game, one)
            return await stakes_of(connection, guild, game, (one, other), at)

    async def price_of_losing(
        self, guild: int, game: str, loser: int, winner: int, at: float
    ) -> RatingChange:
        """What losing a rated duel at this moment would do to the loser's rating."""
        async with self._database.reading() as connection:
            return await loss_of(connection, guild, game, (loser, winner), at)

    async def catch_up(self, keeps: Callable[[int], bool] = lambda _: True) -> None:
        """Counts duels of our guilds that had ended, but were not counted, when the bot stopped."""
        for guild in filter(keeps, await self._marked()):
            log.info("guild %d: counting every duel again, as the upgrade of the database asks", guild)
            await self.recount(guild)
        query = select(duels.c.guild, func.count()).where(UNCOUNTED).group_by(duels.c.guild)
        async with self._database.reading() as connection:
            behind = [(row[0], row[1]) for row in await connection.execute(query) if keeps(row[0])]
        for guild, number in behind:
            log.info("guild %d: counting %d duels that were not counted yet", guild, number)
            if number > RECOUNT_ABOVE:
                await self.recount(guild)
            else:
                async with self.locked(guild), self._database.writing() as connection:
                    await _count_waiting(connection, guild)

    async def recount_all(self) -> AsyncIterator[Difference]:
        """Recounts every guild that has finished duels, one after the other."""
        query = select(duels.c.guild).where(duels.c.ended.is_not(None)).distinct().order_by(duels.c.guild)
        async with self._database.reading() as connection:
            guilds = [*(await connection.execute(query)).scalars()]
        for guild in guilds:
            yield await self.recount(guild)

    async def recount(self, guild: int) -> Difference:
        """Corrects everything that is derived from a guild's duels, and returns what was wrong."""
        async with self.locked(guild):
            return await self._recount(guild)

    async def reset(self, guild: int, game: str | None, by: int, at: float) -> Reset:
        """Clears a game's leaderboard, or with None every leaderboard of the guild."""
        async with self.locked(guild), self._database.writing() as connection:
            await _count_waiting(connection, guild)
            return await resets.add(connection, guild, game, by, at)

    async def undo(self, guild: int, reset: int, at: float) -> bool:
        """Undoes a reset; duels since then count too. False if it is too late. Undoing twice does no harm."""
        async with self.locked(guild):
            async with self._database.reading() as connection:
                known = {each.id: each for each in await resets.in_force(connection, guild)}
                if await resets.is_undone(connection, guild, reset):
                    return True
            found = known.get(reset)
            if found is None or at > found.at + resets.UNDO_WITHIN:
                return False
            await self._recount(guild, undone=found)
            return True

    async def last_reset(self, guild: int, at: float) -> Reset | None:
        """The newest reset that can still be undone."""
        async with self._database.reading() as connection:
            return await resets.last(connection, guild, at)

    async def loss_preview(self, guild: int, game: str | None) -> Loss:
        leaderboard = (
            ratings.c.guild == guild,
            ratings.c.game == (game or ALL_GAMES),
            ratings.c.season == ALL_TIME,
        )
        shown = func.sum(case((ratings.c.person > 0, 1), else_=0))
        totals = select(shown, func.sum(ratings.c.wins)).where(*leaderboard)
        leader = select(ratings.c.person).where(*leaderboard, ratings.c.person > 0)
        leader = leader.order_by(ratings.c.provisional, ratings.c.shown.desc(), ratings.c.person).limit(1)
        async with self._database.reading_beside() as connection:
            people, won = (await connection.execute(totals)).one()
            return Loss(int(people or 0), int(won or 0), (await connection.execute(leader)).scalar())

    def _lock(self, guild: int) -> asyncio.Lock:
        return self._guilds.setdefault(guild, asyncio.Lock())

    async def _marked(self) -> list[int]:
        query = select(notes.c.key).where(notes.c.key.startswith(MARK)).order_by(notes.c.key)
        async with self._database.reading() as connection:
            keys = [*(await connection.execute(query)).scalars()]
        return [int(key.removeprefix(MARK)) for key in keys]

    async def _recount(self, guild: int, undone: Reset | None = None) -> Difference:
        async with self._database.reading() as connection:
            in_force = [each for each in await resets.in_force(connection, guild) if each != undone]
        found = await Recount(self._database, guild, in_force).run()
        async with self._database.writing() as connection:
            if undone is not None:
                await resets.mark_undone(connection, undone)
            await write(connection, found)
            await _count_waiting(connection, guild)
            await connection.execute(delete(notes).where(notes.c.key == f"{MARK}{guild}"))
        return found


async def _count_waiting(connection: Link, guild: int) -> dict[int, Changes]:
    """Counts the guild's uncounted duels, in the order in which they ended, and says what each changed."""
    return {
        row.id: await count(connection, guild, finished_from(row), row.last_number + ahead)
        for ahead, row in enumerate(await waiting(connection, guild), 1)
    }
