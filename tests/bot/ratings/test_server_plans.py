"""Leaderboards on PostgreSQL: among many people, an index answers every question there too."""

import re
from dataclasses import asdict
from typing import Any

import pytest
from sqlalchemy import Select, text
from sqlalchemy.dialects import postgresql as server

from bot.database import Database, open_database
from bot.ratings.leaderboard import BESIDE, BETTER, FIRST, OWN, SIZE, TEN, Leaderboard
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME
from tests.support.rated_people import fill

SERVERS, PEOPLE = 10, 2_000
LEADERBOARD = Leaderboard(SERVERS, ALL_GAMES, ALL_TIME)
KEYS = {"ratings_pkey", "ratings_of_person"}
"""Either finds one person at once; the first also counts all of a leaderboard."""
INDEX = re.compile(r"(?:Scan using|Scan Backward using|Bitmap Index Scan on) (\w+)")
PLACE = {"provisional": True, "shown": 1500, "person": 1_000}
PLANS: dict[str, tuple[Select[Any], dict[str, int], set[str]]] = {
    "size": (SIZE, {}, set()),
    "better": (BETTER, PLACE, {"ranks"}),
    "beside": (BESIDE, PLACE, {"ranks"}),
    "ten": (TEN, {"before": 1_000}, {"ranks"}),
    "first": (FIRST, {}, {"ranks"}),
    "own": (OWN, {"person": 1_000}, set()),
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
        await fill(postgresql, SERVERS, PEOPLE)
        plans = {what: await plan(database, query, given) for what, (query, given, _) in PLANS.items()}
    finally:
        await database.close()
    for what, (*_, indexes) in PLANS.items():
        assert {*INDEX.findall(plans[what])} - KEYS == indexes, plans[what]
        assert "Seq Scan" not in plans[what]
