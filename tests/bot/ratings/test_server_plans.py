"""Leaderboards on PostgreSQL: among many people, an index answers every question there too."""

import asyncio
import re
from dataclasses import asdict
from typing import Any

import pytest
from sqlalchemy import Select, text
from sqlalchemy.dialects import postgresql as server

from bot.database import Database, open_database
from bot.ratings.leaderboard import FIRST, Leaderboard
from bot.ratings.model import ALL_GAMES
from bot.ratings.ranks import BESIDE, LISTED, OWN_RANK, RANGES, TOP, WITHIN
from bot.ratings.seasons import ALL_TIME
from tests.support.rated_people import fill

SERVERS, PEOPLE = 10, 2_000
LEADERBOARD = Leaderboard(SERVERS, ALL_GAMES, ALL_TIME)
RANKS, COUNTS = "ranks", "rating_counts_pkey"
OF_PERSON = {"ratings_pkey", "ratings_of_person"}
"""Either finds one person at once."""
INDEX = re.compile(r"(?:Scan using|Scan Backward using|Bitmap Index Scan on) (\w+)")
PLANS: dict[str, tuple[Select[Any], dict[str, int], set[str]]] = {
    "top": (TOP, {}, {RANKS}),
    "first": (FIRST, {}, {RANKS}),
    "listed": (LISTED, {"uncertain": False, "rating": 1500, "skipped": 5}, {RANKS}),
    "beside": (BESIDE, {"uncertain": False, "rating": 1500, "who": 1_000}, {RANKS}),
    "own rank": (OWN_RANK, {"who": 1}, {COUNTS}),
    "within": (WITHIN, {"uncertain": False, "rating": 1472, "end": 1536}, {COUNTS}),
    "ranges": (RANGES, {}, {COUNTS}),
}


async def plan(database: Database, query: Select[Any], given: dict[str, int]) -> str:
    dialect: Any = server
    asked = query.params(**asdict(LEADERBOARD), **given).compile(
        dialect=dialect.dialect(), compile_kwargs={"literal_binds": True}
    )

    return "\n".join((await database.execute(text(f"EXPLAIN {asked}"))).scalars())


@pytest.mark.outside
async def test_an_index_answers_every_question(postgresql: str) -> None:
    database = await open_database(postgresql)
    try:
        await asyncio.to_thread(fill, postgresql, SERVERS, PEOPLE)
        plans = {what: await plan(database, query, given) for what, (query, given, _) in PLANS.items()}
    finally:
        await database.close()
    for what, (*_, indexes) in PLANS.items():
        assert {*INDEX.findall(plans[what])} - OF_PERSON == indexes, plans[what]
        assert "Seq Scan" not in plans[what]
