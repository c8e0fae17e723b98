"""The ledger's SQL: what is read and written when a duel is counted."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import ColumnElement, Row, and_, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.duel import Status
from bot.ratings import Change, Rating
from bot.schema import duels, ratings, results
from bot.schema.duels import UNCOUNTED
from bot.tally import MEETINGS, Finished, Result, Score, Tally, Track, boards_of

FINISHED: tuple[ColumnElement[Any], ...] = (
    duels.c.id,
    duels.c.game,
    duels.c.seat0,
    duels.c.seat1,
    duels.c.winner,
    duels.c.ended,
    duels.c.rated,
    duels.c.rival,
    duels.c.status,
    duels.c.counted,
)


def finished_from(row: Row[Any]) -> Finished:
    winner = row.winner if row.status == Status.WON else None
    counts = winner is not None and row.rated and row.rival is None and row.seat0 != row.seat1
    return Finished(row.id, row.game, (row.seat0, row.seat1), winner, row.ended, counts)


async def waiting(connection: AsyncConnection, guild: int) -> list[Row[Any]]:
    """The guild's finished duels that were not counted yet, in the order in which they will be."""
    query = select(*FINISHED).where(duels.c.guild == guild, UNCOUNTED).order_by(duels.c.ended, duels.c.id)
    return [*(await connection.execute(query)).all()]


async def last_counted(connection: AsyncConnection, guild: int) -> int:
    query = select(func.max(duels.c.counted)).where(duels.c.guild == guild)
    return (await connection.execute(query)).scalar() or 0


async def count(connection: AsyncConnection, guild: int, duel: Finished, number: int) -> None:
    """Give a duel its number, its results and what they do to the ratings."""
    tally = await _tally_for(connection, guild, duel) if duel.rated else Tally()
    both = tally.count(duel)
    await connection.execute(update(duels).where(duels.c.id == duel.id).values(counted=number))
    await connection.execute(insert(results), [result_row(guild, duel, number, each) for each in both])
    if duel.rated:
        await connection.execute(delete(ratings).where(_concerns(guild, duel)))
        await connection.execute(insert(ratings), rating_rows(guild, tally.scores))


async def changes_of(connection: AsyncConnection, duel: int) -> tuple[Change, Change] | None:
    """What a duel that was counted did to both ratings; None when it was not for the ratings."""
    query = select(results).where(results.c.duel == duel, results.c.change.is_not(None))
    rows = (await connection.execute(query.order_by(results.c.seat))).all()
    if len(rows) != 2:
        return None
    first, second = (
        Change.between(row.rating - row.change, row.rating, provisional=row.provisional) for row in rows
    )
    return first, second


async def _tally_for(connection: AsyncConnection, guild: int, duel: Finished) -> Tally:
    """Just what this duel needs."""
    found = await connection.execute(select(ratings).where(_concerns(guild, duel)))
    scores = dict(map(score_from, found.all()))
    return Tally(scores, {frozenset(duel.seats): await meetings(connection, guild, *duel.seats)})


async def meetings(connection: AsyncConnection, guild: int, one: int, two: int) -> list[float]:
    """When the last rated duels of these two ended, in the order in which they were counted."""
    query = (
        select(results.c.ended)
        .where(
            results.c.person == one,
            results.c.opponent == two,
            results.c.guild == guild,
            results.c.change.is_not(None),
        )
        .order_by(results.c.counted.desc())
        .limit(MEETINGS)
    )
    return [*(await connection.execute(query)).scalars()][::-1]


def _concerns(guild: int, duel: Finished) -> ColumnElement[bool]:
    boards = boards_of(duel.game, duel.ended)
    return and_(
        ratings.c.guild == guild,
        ratings.c.game.in_({game for game, _ in boards}),
        ratings.c.season.in_({season for _, season in boards}),
        ratings.c.person.in_(duel.seats),
    )


def score_from(row: Row[Any]) -> tuple[Track, Score]:
    score = Score(Rating(row.mu, row.sigma), row.wins, row.losses)
    return Track(row.game, row.season, row.person), score


def rating_rows(guild: int, scores: Mapping[Track, Score]) -> list[dict[str, Any]]:
    return [
        {
            "guild": guild,
            **track._asdict(),
            "mu": score.rating.mu,
            "sigma": score.rating.sigma,
            "provisional": score.rating.provisional,
            "shown": score.rating.shown,
            "wins": score.wins,
            "losses": score.losses,
        }
        for track, score in scores.items()
    ]


def result_row(guild: int, duel: Finished, number: int, result: Result) -> dict[str, Any]:
    return {
        "duel": duel.id,
        "seat": result.seat,
        "guild": guild,
        "game": duel.game,
        "person": duel.seats[result.seat],
        "opponent": duel.seats[1 - result.seat],
        "counted": number,
        "ended": duel.ended,
        "won": result.won,
        "rating": result.rating,
        "change": result.change,
        "provisional": result.provisional,
    }
