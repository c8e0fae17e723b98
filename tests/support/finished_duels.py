"""Inserts finished duels into a database and reads the results and ratings that follow from them."""

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
from tests.support.arenas import CHANNEL, GUILD, ArenaRig

NOVEMBER = 1_793_750_400.0
"""Noon of 4 November 2026, in UTC."""
GAME_KEYS = [room.game.key for room in GAMES]


@dataclass(frozen=True)
class FinishedDuel:
    """A finished duel. The winner sits in seat 0; a void duel has no winner."""

    winner: int
    loser: int
    ended: float = NOVEMBER
    game: str = GAME_KEYS[0]
    guild: int = GUILD
    rated: bool = True
    void: bool = False
    rival: str | None = None


async def insert_duels(database: Database, played: Sequence[FinishedDuel], first: int = 1) -> None:
    async with database.writing() as connection:
        rows = [_row(number, duel) for number, duel in enumerate(played, first)]
        await connection.execute(insert(duels), rows)


def _row(number: int, duel: FinishedDuel) -> dict[str, Any]:
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


def random_duels(random: Random, number: int, people: int = 8, days: int = 70) -> list[FinishedDuel]:
    """Random duels of a few people over some months. A tenth of them don't count."""
    moments = sorted(NOVEMBER + random.uniform(0, days * DAY) for _ in range(number))
    return [_random_duel(random, moment, people) for moment in moments]


def _random_duel(random: Random, ended: float, people: int) -> FinishedDuel:
    winner, loser = random.sample(range(1, people + 1), 2)
    kind = random.random()
    return FinishedDuel(
        winner,
        loser,
        ended,
        random.choice(GAME_KEYS),
        rated=kind > 0.05,
        void=0.05 < kind < 0.1,
        rival="sprout" if kind > 0.97 else None,
    )


async def derived_rows(database: Database) -> tuple[list[Any], list[Any]]:
    """All rows that are derived from duels: results and ratings."""
    async with database.reading() as connection:
        result_rows = await connection.execute(select(results).order_by(results.c.duel, results.c.seat))
        key = (ratings.c.guild, ratings.c.game, ratings.c.season, ratings.c.person)
        rated = await connection.execute(select(ratings).order_by(*key))
    return [tuple(row) for row in result_rows], [tuple(row) for row in rated]


async def rating_of(
    rig: ArenaRig, person: int, game: str = GAME_KEYS[0], season: int = ALL_TIME
) -> tuple[int, int, int] | None:
    query = select(ratings.c.shown, ratings.c.wins, ratings.c.losses).where(
        ratings.c.guild == GUILD,
        ratings.c.game == game,
        ratings.c.season == season,
        ratings.c.person == person,
    )
    async with rig.database.reading() as connection:
        row = (await connection.execute(query)).one_or_none()
    return None if row is None else (row[0], row[1], row[2])


async def insert_and_rate(rig: ArenaRig, *played: FinishedDuel, first: int = 1) -> None:
    """Inserts duels and has them rated, a few in one commit, as when they end together."""
    for start in range(0, len(played), RECOUNT_ABOVE):
        await insert_duels(rig.database, played[start : start + RECOUNT_ABOVE], first + start)
        await rig.ledger.catch_up()
