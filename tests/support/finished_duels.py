"""Finished duels by the dozen, written straight to disk, and what was made of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from sqlalchemy import insert, select

from bot.database import Database
from bot.database.schema import duels, ratings, results
from bot.duels.pace import DAY, HOUR
from bot.ratings.ledger import RECOUNT_ABOVE
from bot.ratings.seasons import ALL_TIME
from games import GAMES
from tests.support.arenas import CHANNEL, GUILD, Evening

NOVEMBER = 1_793_750_400.0
"""The fourth of November 2026, at noon in UTC."""
KEYS = [room.game.key for room in GAMES]


@dataclass(frozen=True)
class Played:
    """One duel that is over; the winner sits in seat 0, unless nobody won."""

    winner: int
    loser: int
    ended: float = NOVEMBER
    game: str = KEYS[0]
    guild: int = GUILD
    rated: bool = True
    void: bool = False
    rival: str | None = None


async def write_down(database: Database, played: Sequence[Played], first: int = 1) -> None:
    async with database.transaction() as connection:
        rows = [_row(number, duel) for number, duel in enumerate(played, first)]
        await connection.execute(insert(duels), rows)


def _row(number: int, duel: Played) -> dict[str, Any]:
    return {
        "id": number,
        "guild": duel.guild,
        "channel": CHANNEL,
        "game": duel.game,
        "edition": 1,
        "challenger": duel.winner,
        "challenged": duel.loser,
        "pace": 60,
        "rated": duel.rated,
        "rival": duel.rival,
        "secret": bytes(32),
        "created": duel.ended - HOUR,
        "status": "void" if duel.void else "won",
        "challenger_seat": 0,
        "accepted": "77",
        "seat0": duel.winner,
        "seat1": duel.loser,
        "started": duel.ended - HOUR,
        "ended": duel.ended,
        "winner": None if duel.void else 0,
        "reason": "time" if duel.void else "resigned",
    }


def many(random: Random, number: int, people: int = 8, days: int = 70) -> list[Played]:
    """Duels of a few people over some months, a tenth of them for nothing."""
    moments = sorted(NOVEMBER + random.uniform(0, days * DAY) for _ in range(number))
    return [_any(random, moment, people) for moment in moments]


def _any(random: Random, ended: float, people: int) -> Played:
    winner, loser = random.sample(range(1, people + 1), 2)
    fate = random.random()
    return Played(
        winner,
        loser,
        ended,
        random.choice(KEYS),
        rated=fate > 0.05,
        void=0.05 < fate < 0.1,
        rival="sprout" if fate > 0.97 else None,
    )


async def books(database: Database) -> tuple[list[Any], list[Any]]:
    """Everything that is derived."""
    async with database.reading() as connection:
        noted = (await connection.execute(select(results).order_by(results.c.duel, results.c.seat))).all()
        key = (ratings.c.guild, ratings.c.game, ratings.c.season, ratings.c.person)
        rated = (await connection.execute(select(ratings).order_by(*key))).all()
    return [tuple(row) for row in noted], [tuple(row) for row in rated]


async def rating_of(
    evening: Evening, person: int, game: str = KEYS[0], season: int = ALL_TIME
) -> tuple[int, int, int] | None:
    query = select(ratings.c.shown, ratings.c.wins, ratings.c.losses).where(
        ratings.c.guild == GUILD,
        ratings.c.game == game,
        ratings.c.season == season,
        ratings.c.person == person,
    )
    async with evening.storage.database.reading() as connection:
        row = (await connection.execute(query)).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


async def count(evening: Evening, *played: Played, first: int = 1) -> None:
    """One by one, as they would come; a few share a commit, as those that end together do."""
    for start in range(0, len(played), RECOUNT_ABOVE):
        await write_down(evening.storage.database, played[start : start + RECOUNT_ABOVE], first + start)
        await evening.storage.ledger.catch_up()
