"""Fills the leaderboards of a new database with rated people, and lets some of them play."""

import asyncio
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from itertools import count as numbers
from random import Random
from typing import Any

import asyncpg
from sqlalchemy import insert

from bot.database import POSTGRESQL, Database
from bot.database.schema import duels
from bot.ratings.calculator import Finished
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME
from bot.ratings.sql import count

COLUMNS = ("guild", "game", "season", "person", "mu", "sigma", "provisional", "shown", "wins", "losses")
COUNT = """
INSERT INTO rating_counts (guild, game, season, width, provisional, lowest, people)
SELECT guild, game, season, {width}, provisional, {lowest}, count(*) FROM ratings
GROUP BY guild, game, season, provisional, {lowest}
"""
LOWEST = {1: "shown", 64: "(shown >> 6 << 6)"}
COUNTS = [COUNT.format(width=width, lowest=lowest) for width, lowest in LOWEST.items()]
USUAL: dict[str, Any] = {
    "channel": 1,
    "game": "ten",
    "edition": 1,
    "pace": 60,
    "rated": True,
    "secret": b"",
    "status": "won",
    "winner": 0,
    "reason": "rules",
}


def fill(address: str, guilds: int, people: int) -> None:
    if address.startswith(POSTGRESQL):
        asyncio.run(_fill_server(address, guilds, people))
        return
    with closing(sqlite3.connect(address)) as connection, connection:
        marks = ", ".join("?" * len(COLUMNS))
        statement = f"INSERT INTO ratings ({', '.join(COLUMNS)}) VALUES ({marks})"  # noqa: S608
        connection.executemany(statement, _rows(guilds, people))
        for each in COUNTS:
            connection.execute(each)


async def _fill_server(address: str, guilds: int, people: int) -> None:
    link = await asyncpg.connect(address)
    try:
        await link.copy_records_to_table("ratings", records=_rows(guilds, people), columns=COLUMNS)
        for each in (*COUNTS, "VACUUM ANALYZE ratings", "VACUUM ANALYZE rating_counts"):
            await link.execute(each)
    finally:
        await link.close()


def _rows(guilds: int, people: int) -> Iterator[tuple[object, ...]]:
    random = Random(2)
    for guild in range(1, guilds + 1):
        for person in range(1, people + 1):
            mu, provisional = random.gauss(1500, 150), random.random() < 0.3
            sigma = 220.0 if provisional else 100.0
            yield guild, ALL_GAMES, ALL_TIME, person, mu, sigma, provisional, round(mu), 10, 10


async def play(database: Database, guild: int, people: int, played: int) -> None:
    """Counts rated duels between random people of one guild, each in a transaction of its own."""
    random = Random(3)
    for number in numbers(1):
        one, two = random.sample(range(1, people + 1), 2)
        at = 1_790_000_000.0 + number
        who = {"guild": guild, "challenger": one, "challenged": two, "seat0": one, "seat1": two}
        when = {"created": at, "started": at, "ended": at}
        async with database.writing() as connection:
            await connection.execute(insert(duels).values(id=number, **who, **when, **USUAL))
            await count(connection, guild, Finished(number, "ten", (one, two), 0, at, rated=True), number)
        if number == played:
            return
