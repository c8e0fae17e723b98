"""Resets of leaderboards: they are stored beside the history, so that each can be undone for a day."""

from dataclasses import dataclass

from sqlalchemy import Row, delete, insert, select, update

from bot.database import Link
from bot.database.schema import ratings, resets
from bot.ratings.model import ALL_GAMES, DAY
from bot.ratings.seasons import ALL_TIME, season_of
from bot.ratings.sql import last_counted

UNDO_WITHIN = DAY


@dataclass(frozen=True, slots=True)
class Reset:
    id: int
    guild: int
    game: str | None
    """None: every leaderboard of the guild. Otherwise that of all games together stays as it is."""
    counted: int
    """The number of the last duel of the guild that no longer counts there."""
    at: float
    by: int


async def add(connection: Link, guild: int, game: str | None, by: int, at: float) -> Reset:
    """Saves a reset, and clears the leaderboards of all time and of the present season."""
    number = await last_counted(connection, guild)
    row = insert(resets).values(
        guild=guild, game=game or ALL_GAMES, counted=number, at=at, person=by, undone=False
    )
    key = (await connection.execute(row.returning(resets.c.id))).scalar()
    gone = delete(ratings).where(ratings.c.guild == guild, ratings.c.season.in_((ALL_TIME, season_of(at))))
    await connection.execute(gone if game is None else gone.where(ratings.c.game == game))
    return Reset(key, guild, game, number, at, by)


async def in_force(connection: Link, guild: int) -> list[Reset]:
    """The guild's resets that were not undone, oldest first."""
    query = select(resets).where(resets.c.guild == guild, resets.c.undone.is_(False))
    rows = await connection.execute(query.order_by(resets.c.counted, resets.c.id))
    return [_reset(row) for row in rows]


async def last(connection: Link, guild: int, at: float) -> Reset | None:
    """The newest reset that can still be undone."""
    query = (
        select(resets)
        .where(resets.c.guild == guild, resets.c.undone.is_(False), resets.c.at >= at - UNDO_WITHIN)
        .order_by(resets.c.at.desc(), resets.c.id.desc())
        .limit(1)
    )
    row = (await connection.execute(query)).one_or_none()
    return None if row is None else _reset(row)


async def is_undone(connection: Link, guild: int, reset: int) -> bool:
    query = select(resets.c.undone).where(resets.c.guild == guild, resets.c.id == reset)
    return bool((await connection.execute(query)).scalar())


async def mark_undone(connection: Link, reset: Reset) -> None:
    await connection.execute(update(resets).where(resets.c.id == reset.id).values(undone=True))


def _reset(row: Row[tuple[object, ...]]) -> Reset:
    game = None if row.game == ALL_GAMES else row.game
    return Reset(row.id, row.guild, game, row.counted, row.at, row.person)
