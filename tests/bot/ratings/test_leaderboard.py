"""Leaderboards: order, ties, own places, champions, and that an index answers every question."""

from collections.abc import Iterable
from dataclasses import asdict
from random import Random
from typing import Any

import pytest
from sqlalchemy import Select, insert, text
from sqlalchemy.dialects import sqlite

from bot.database.schema import ratings
from bot.ratings.calculator import Score, Track
from bot.ratings.leaderboard import (
    BESIDE,
    BETTER,
    CHAMPIONS,
    FIRST,
    OWN,
    SIZE,
    TEN,
    Leaderboard,
    Leaderboards,
    Ranked,
)
from bot.ratings.model import ALL_GAMES, Rating
from bot.ratings.seasons import ALL_TIME
from bot.ratings.sql import rating_rows
from tests.support.arenas import GUILD, ArenaRig

LEADERBOARD = Leaderboard(GUILD, ALL_GAMES, ALL_TIME)
OCTOBER = Leaderboard(GUILD, ALL_GAMES, 202610)


@pytest.fixture
def leaderboards(rig: ArenaRig) -> Leaderboards:
    return Leaderboards(rig.database)


async def seat(
    rig: ArenaRig,
    numbers: Iterable[int | str],
    leaderboard: Leaderboard = LEADERBOARD,
    first: int = 1,
    wins: int = 9,
) -> None:
    """People from the first on with these numbers; a question mark behind one: still uncertain."""
    scores = {
        Track(leaderboard.game, leaderboard.season, person): Score(
            Rating(float(str(number).rstrip("?")), 300.0 if str(number).endswith("?") else 100.0), wins
        )
        for person, number in enumerate(numbers, first)
    }
    async with rig.database.writing() as connection:
        await connection.execute(insert(ratings), rating_rows(leaderboard.guild, scores))


def ranks(places: Iterable[Ranked]) -> list[tuple[int, int]]:
    return [(place.rank, place.person) for place in places]


async def test_the_best_come_first_and_equals_share_a_rank(rig: ArenaRig, leaderboards: Leaderboards) -> None:
    await seat(rig, [1400, 1600, 1500, 1600, 1700])
    page = await leaderboards.page(LEADERBOARD, 1, viewer=3)
    assert ranks(page.ranked) == [(1, 5), (2, 2), (2, 4), (4, 3), (5, 1)]
    assert page.own is not None
    assert (page.own.rank, page.people, page.last) == (4, 5, 1)


async def test_the_uncertain_come_after_all_others(rig: ArenaRig, leaderboards: Leaderboards) -> None:
    await seat(rig, ["1900?", 1400, "1500?", 1600, "1500?"])
    page = await leaderboards.page(LEADERBOARD, 1, viewer=5)
    assert ranks(page.ranked) == [(1, 4), (2, 2), (3, 1), (4, 3), (4, 5)]
    assert page.own is not None
    assert (page.own.rank, page.own.rating) == (4, "1500?")


async def test_ranks_go_on_over_pages_also_through_ties(rig: ArenaRig, leaderboards: Leaderboards) -> None:
    await seat(rig, [2000] * 3 + [1500] * 15 + [1000] * 7)
    second, third = await leaderboards.page(LEADERBOARD, 2, 1), await leaderboards.page(LEADERBOARD, 3, 1)
    assert [place.rank for place in second.ranked] == [4] * 8 + [19] * 2
    assert [place.rank for place in third.ranked] == [19] * 5
    assert second.last == third.number == 3


async def test_everybody_is_on_exactly_one_page_and_finds_themselves(
    rig: ArenaRig, leaderboards: Leaderboards
) -> None:
    random = Random(7)
    numbers = [f"{random.randint(1490, 1510)}{random.choice(['', '?'])}" for _ in range(45)]
    await seat(rig, numbers)
    found = []
    for number in range(1, 6):
        page = await leaderboards.page(LEADERBOARD, number, viewer=1)
        found += [place.person for place in page.ranked]
        for place in page.ranked:
            own = await leaderboards.page_of(LEADERBOARD, place.person)
            assert (own.number, own.own) == (number, place)
    assert sorted(found) == [*range(1, 46)]


async def test_your_own_place_is_known_on_every_page(rig: ArenaRig, leaderboards: Leaderboards) -> None:
    await seat(rig, range(2000, 1580, -1))
    page = await leaderboards.page(LEADERBOARD, 1, viewer=395)
    assert page.own is not None
    assert page.own.rank == 395
    assert (await leaderboards.page_of(LEADERBOARD, 395)).number == 40


async def test_pages_that_are_not_there_lead_to_the_nearest(
    rig: ArenaRig, leaderboards: Leaderboards
) -> None:
    await seat(rig, range(1500, 1525))
    assert (await leaderboards.page(LEADERBOARD, 99, 1)).number == 3
    assert (await leaderboards.page(LEADERBOARD, 0, 1)).number == 1
    assert (await leaderboards.page_of(LEADERBOARD, 777)).number == 1


async def test_an_empty_leaderboard_is_one_empty_page(leaderboards: Leaderboards) -> None:
    page = await leaderboards.page(LEADERBOARD, 1, 1)
    assert (page.number, page.last, page.people, page.ranked, page.own) == (1, 1, 0, (), None)
    assert await leaderboards.champions(LEADERBOARD) == ()


async def test_who_deleted_their_data_is_on_no_leaderboard(rig: ArenaRig, leaderboards: Leaderboards) -> None:
    await seat(rig, [1900, 1800, 1700], first=-2)
    await seat(rig, [1600, 1500])
    page = await leaderboards.page(LEADERBOARD, 1, viewer=-1)
    assert ranks(page.ranked) == [(1, 1), (2, 2)]
    assert (page.people, page.own) == (2, None)


async def test_leaderboards_are_kept_apart(rig: ArenaRig, leaderboards: Leaderboards) -> None:
    for number, leaderboard in enumerate(
        (LEADERBOARD, OCTOBER, Leaderboard(GUILD, "ten", ALL_TIME), Leaderboard(11, ALL_GAMES, ALL_TIME)), 1
    ):
        await seat(rig, [1500], leaderboard, first=number)
        assert ranks((await leaderboards.page(leaderboard, 1, 0)).ranked) == [(1, number)]


async def test_ranks_by_game_are_those_of_all_time(rig: ArenaRig, leaderboards: Leaderboards) -> None:
    await seat(rig, [1400, 1500, 1500])
    await seat(rig, [1500, 1400], Leaderboard(GUILD, "ten", ALL_TIME))
    await seat(rig, [1600], OCTOBER)
    games = [ALL_GAMES, "ten", "highlow"]
    assert await leaderboards.ranks(GUILD, games, 1) == {ALL_GAMES: 3, "ten": 1}
    assert await leaderboards.ranks(GUILD, games, 3) == {ALL_GAMES: 1}


async def test_the_champion_of_a_month_has_played_enough(rig: ArenaRig, leaderboards: Leaderboards) -> None:
    await seat(rig, [1900], OCTOBER, first=1, wins=4)
    assert await leaderboards.champions(OCTOBER) == ()
    await seat(rig, [1700, 1600], OCTOBER, first=2, wins=5)
    assert ranks(await leaderboards.champions(OCTOBER)) == [(1, 2)]


async def test_equal_champions_share_the_title(rig: ArenaRig, leaderboards: Leaderboards) -> None:
    await seat(rig, [1700, 1700, 1600], OCTOBER)
    assert ranks(await leaderboards.champions(OCTOBER)) == [(1, 1), (1, 2)]
    await seat(rig, [1700] * 5, OCTOBER, first=10)
    assert len(await leaderboards.champions(OCTOBER)) == CHAMPIONS + 1, "that there are others is known"


async def test_a_title_is_not_handed_on_when_its_holder_deletes_their_data(
    rig: ArenaRig, leaderboards: Leaderboards
) -> None:
    await seat(rig, [1700], OCTOBER, first=-77)
    await seat(rig, [1600], OCTOBER, first=2)
    assert ranks(await leaderboards.champions(OCTOBER)) == [(1, -77)]
    assert ranks((await leaderboards.page(OCTOBER, 1, 0)).ranked) == [(1, 2)]


async def plan(rig: ArenaRig, query: Select[Any], **more: int) -> str:
    asked = query.params(**asdict(LEADERBOARD), **more).compile(
        dialect=sqlite.dialect(), compile_kwargs={"literal_binds": True}
    )
    return " ".join(row[-1] for row in await rig.database.execute(text(f"EXPLAIN QUERY PLAN {asked}")))


ON = "(guild=? AND game=? AND season=?"
PLACE = {"provisional": True, "shown": 1500, "person": 1}
SORT = "USE TEMP B-TREE FOR ORDER BY"


async def test_ranks_are_counted_in_their_index(on_sqlite: ArenaRig) -> None:
    counted = f"SEARCH ratings USING COVERING INDEX ranks {ON}"
    assert await plan(on_sqlite, SIZE) == f"{counted})"
    better = await plan(on_sqlite, BETTER, **PLACE)
    assert f"{counted} AND provisional<?)" in better
    assert f"{counted} AND provisional=? AND shown>?)" in better
    equal = f"{counted} AND provisional=? AND shown=? AND person<?)"
    assert await plan(on_sqlite, BESIDE, **PLACE) == equal


async def test_people_are_listed_from_that_index(on_sqlite: ArenaRig) -> None:
    found = await plan(on_sqlite, TEN, before=20)
    assert f"SEARCH ratings USING COVERING INDEX ranks {ON})" in found
    assert f"SEARCH ratings USING PRIMARY KEY {ON} AND person=?)" in found
    assert found.count(SORT) == 1, "only the ten are sorted"
    assert await plan(on_sqlite, FIRST) == f"SEARCH ratings USING INDEX ranks {ON})", "and nothing is sorted"


async def test_a_person_is_found_by_a_key(on_sqlite: ArenaRig) -> None:
    assert await plan(on_sqlite, OWN, person=1) == f"SEARCH ratings USING PRIMARY KEY {ON} AND person=?)"
