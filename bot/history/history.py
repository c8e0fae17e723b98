"""What /history shows: a person's finished duels, page by page."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row, Select, select

from bot.database import Database
from bot.database.schema import duels, results
from bot.duels.duel import Reason
from bot.ratings.model import RatingChange

PAGE = 10


@dataclass(frozen=True, slots=True)
class Played:
    """One finished duel, as one of its players sees it."""

    duel: int
    guild: int
    game: str
    opponent: int
    rival: str | None
    """The computer's level, when the computer was the opponent."""
    won: bool | None
    """None if it ended without a result."""
    reason: Reason
    change: RatingChange | None
    """None if it was not for the ratings."""
    counted: int
    ended: float
    channel: int
    board: int | None


@dataclass(frozen=True, slots=True)
class PlayedPage:
    duels: tuple[Played, ...]
    """Newest first."""
    newer: bool = False
    """Whether there are newer duels than these."""
    older: bool = False
    """Whether there are older duels than these."""


class History:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def latest(self, person: int, guild: int, game: str | None = None) -> PlayedPage:
        found = await self._fetch(_of(person, guild, game).order_by(results.c.counted.desc()))
        return PlayedPage(tuple(found[:PAGE]), older=len(found) > PAGE)

    async def before(self, counted: int, person: int, guild: int, game: str | None = None) -> PlayedPage:
        """Returns the page before the duel with the number `counted`."""
        query = _of(person, guild, game).where(results.c.counted < counted)
        found = await self._fetch(query.order_by(results.c.counted.desc()))
        return PlayedPage(tuple(found[:PAGE]), newer=True, older=len(found) > PAGE)

    async def after(self, counted: int, person: int, guild: int, game: str | None = None) -> PlayedPage:
        """Returns the page after the duel with the number `counted`. The latest page is always a full one."""
        query = _of(person, guild, game).where(results.c.counted > counted)
        found = await self._fetch(query.order_by(results.c.counted))
        if len(found) <= PAGE:
            return await self.latest(person, guild, game)
        return PlayedPage(tuple(found[PAGE - 1 :: -1]), newer=True, older=True)

    async def _fetch(self, query: Select[Any]) -> list[Played]:
        """Reads one duel more than fits on a page, to know whether there are more."""
        async with self._database.reading_beside() as connection:
            return [_played(row) for row in await connection.execute(query.limit(PAGE + 1))]


def _of(person: int, guild: int, game: str | None) -> Select[Any]:
    query = (
        select(results, duels.c.rival, duels.c.reason, duels.c.channel, duels.c.board)
        .join(duels, duels.c.id == results.c.duel)
        .where(results.c.person == person, results.c.guild == guild)
    )
    return query if game is None else query.where(results.c.game == game)


def _played(row: Row[Any]) -> Played:
    return Played(
        duel=row.duel,
        guild=row.guild,
        game=row.game,
        opponent=row.opponent,
        rival=row.rival,
        won=row.won,
        reason=Reason(row.reason),
        change=None
        if row.change is None
        else RatingChange.between(row.rating - row.change, row.rating, provisional=bool(row.provisional)),
        counted=row.counted,
        ended=row.ended,
        channel=row.channel,
        board=row.board,
    )
