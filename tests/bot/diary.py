"""Finished duels by the thousand: rows as the ledger leaves them, without the matches behind them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert

from bot.database import Database
from bot.ratings import ALL_GAMES, Rating
from bot.schema import duels, ratings, results
from bot.seasons import ALL_TIME
from games import GAMES
from tests.bot.people import ANN, BEN, CHANNEL, GUILD

COMPUTER = 99
NOON = 1_800_000_000.0


@dataclass(frozen=True)
class Told:
    """A duel as Ann would tell it."""

    won: bool | None = True
    opponent: int = BEN
    game: str = GAMES[0].game.key
    rating: float | None = None
    change: float | None = None
    reason: str = "rules"
    guild: int = GUILD
    person: int = ANN

    @property
    def rival(self) -> str | None:
        return "fox" if self.opponent == COMPUTER else None


async def write_down(database: Database, story: Sequence[Told]) -> None:
    """In this order; the n-th has the id n and is counted n-th."""
    async with database.transaction() as connection:
        await connection.execute(insert(duels), [_duel(*each) for each in enumerate(story, 1)])
        rows = [row for number, told in enumerate(story, 1) for row in _results(number, told)]
        await connection.execute(insert(results), rows)


async def write_many(database: Database, number: int) -> None:
    """So many rated duels in which Ann beats Ben two times out of three, as quickly as it can be done."""
    key = GAMES[0].game.key
    count = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {number})"  # noqa: S608
    played = f"""
        INSERT INTO duels (id, guild, channel, game, edition, challenger, pace, rated, secret, created,
                           status, seat0, seat1, ended, winner, reason, counted)
        {count} SELECT i, {GUILD}, {CHANNEL}, '{key}', 1, {ANN}, 60, 1, '', i,
                       'won', {ANN}, {BEN}, i, i % 3 = 1, 'rules', i FROM n"""  # noqa: S608
    counted = f"""
        INSERT INTO results (duel, seat, guild, game, person, opponent, counted, ended, won, rating, change)
        {count} SELECT i, 0, {GUILD}, '{key}', {ANN}, {BEN}, i, i, i % 3 <> 1, 1500 + i % 7, 1 FROM n"""  # noqa: S608
    async with database.transaction() as connection:
        await connection.exec_driver_sql(played)
        await connection.exec_driver_sql(counted)
    await rank(database, ANN, [(ALL_GAMES, 1500, False)], wins=2 * number // 3, losses=number // 3)


async def rank(
    database: Database, person: int, shown: Iterable[tuple[str, int, bool]], wins: int = 1, losses: int = 0
) -> None:
    """What this person's ratings are; `*` stands for all games together."""
    rows = [
        {
            "guild": GUILD,
            "game": game,
            "season": ALL_TIME,
            "person": person,
            "mu": float(number),
            "sigma": Rating().sigma,
            "provisional": provisional,
            "shown": number,
            "wins": wins,
            "losses": losses,
        }
        for game, number, provisional in shown
    ]
    async with database.transaction() as connection:
        await connection.execute(insert(ratings), rows)


EVERYTHING = ALL_GAMES


def _duel(number: int, told: Told) -> dict[str, Any]:
    return {
        "id": number,
        "guild": told.guild,
        "channel": CHANNEL,
        "board": 30,
        "game": told.game,
        "edition": 1,
        "challenger": told.person,
        "challenged": told.opponent,
        "pace": 60,
        "rated": told.rating is not None,
        "rival": told.rival,
        "secret": b"",
        "created": NOON + number,
        "status": "void" if told.won is None else "won",
        "seat0": told.person,
        "seat1": told.opponent,
        "ended": NOON + number,
        "winner": None if told.won is None else 1 - told.won,
        "reason": told.reason,
        "counted": number,
    }


def _results(number: int, told: Told) -> list[dict[str, Any]]:
    shared = {"duel": number, "guild": told.guild, "game": told.game, "counted": number}
    shared["ended"] = NOON + number
    rated = {"rating": told.rating, "change": told.change, "provisional": False}
    unwon = None if told.won is None else not told.won
    unrated = {"rating": None, "change": None, "provisional": None}
    return [
        shared
        | (rated if told.rating else unrated)
        | {"seat": 0, "person": told.person, "opponent": told.opponent, "won": told.won},
        shared | unrated | {"seat": 1, "person": told.opponent, "opponent": told.person, "won": unwon},
    ]
