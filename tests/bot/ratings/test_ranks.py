"""Ranks and pages are those that all rows of `ratings` give, whatever happened before."""

import asyncio
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, update

from bench.rig.manual_time import ManualTime
from bot.database.schema import ratings
from bot.duels.pace import DAY
from bot.ratings.calculator import Score, Track
from bot.ratings.leaderboard import Leaderboard
from bot.ratings.model import ALL_GAMES, Rating
from bot.ratings.seasons import ALL_TIME
from bot.ratings.sql import rating_rows
from tests.support.arenas import GUILD, START, ArenaRig, open_rig
from tests.support.finished_duels import (
    GAME_KEYS,
    NOVEMBER,
    FinishedDuel,
    insert_and_rate,
    insert_duels,
    random_duels,
)
from tests.support.naive_ranks import check_boards
from tests.support.project import SOAK

EXAMPLES = 200 if SOAK else 8
guilds, blocks = count(1_000), count(1, 100)
PEOPLE = 5
Act: TypeAlias = tuple[str, int]
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just("play"), st.integers(0, 10**6)),
        st.tuples(st.sampled_from(["reset", "undo", "erase", "recount", "month"]), st.integers(0, 2)),
    ),
    min_size=2,
    max_size=8,
)
PERSON = st.tuples(st.integers(-5, 5), st.booleans(), st.booleans())
"""Rating, whether it is uncertain, and whether the person has deleted their data. Many have equal ratings."""


def on_examples(rig: ArenaRig, runner: asyncio.Runner, strategy: Any, check: Callable[..., Any]) -> None:
    @settings(max_examples=EXAMPLES)
    @given(strategy)
    def run(example: Any) -> None:
        runner.run(check(rig, next(guilds), example))

    run()
    runner.run(rig.close())


async def spend(rig: ArenaRig, guild: int, acts: list[Act]) -> None:
    now, people = NOVEMBER, [guild * 100 + number for number in range(PEOPLE)]
    for what, number in acts:
        now += DAY
        game = [None, *GAME_KEYS][number % 3]
        if what == "play":
            await play(rig, guild, people, Random(number), now)
        elif what == "reset":
            await rig.ledger.reset(guild, game, people[0], now)
        elif what == "undo" and (last := await rig.ledger.last_reset(guild, now)):
            await rig.ledger.undo(guild, last.id, now)
        elif what == "erase":
            await rig.erasure.erase(people[number])
        elif what == "recount":
            assert (await rig.ledger.recount(guild)).is_empty
        elif what == "month":
            now += 31 * DAY
    await check_boards(rig.database, guild)
    assert (await rig.ledger.recount(guild)).is_empty


async def play(rig: ArenaRig, guild: int, people: list[int], random: Random, ended: float) -> None:
    pairs = [random.sample(people, 2) for _ in range(random.choice([1, 12]))]
    played = [FinishedDuel(one, two, ended, random.choice(GAME_KEYS[:2]), guild) for one, two in pairs]
    await insert_duels(rig.database, played, first=next(blocks))
    await rig.ledger.catch_up(lambda each: each == guild)


def test_ranks_are_right_whatever_was_played_reset_erased_and_recounted(address: str) -> None:
    with asyncio.Runner() as runner:
        rig = runner.run(open_rig(address, ManualTime(START)))
        on_examples(rig, runner, ACTS, spend)


async def seat(rig: ArenaRig, guild: int, people: list[tuple[int, bool, bool]]) -> None:
    scores = {
        Track(ALL_GAMES, ALL_TIME, -number if gone else number): Score(
            Rating(float(shown), 300.0 if uncertain else 100.0)
        )
        for number, (shown, uncertain, gone) in enumerate(people, 1)
    }
    async with rig.database.writing() as connection:
        await connection.execute(insert(ratings), rating_rows(guild, scores))
    await check_boards(rig.database, guild)


def test_ranks_and_pages_are_right_for_any_ratings(address: str) -> None:
    with asyncio.Runner() as runner:
        rig = runner.run(open_rig(address, ManualTime(START)))
        on_examples(rig, runner, st.lists(PERSON, min_size=1, max_size=45), seat)


async def test_a_recount_repairs_what_a_rating_shows(rig: ArenaRig) -> None:
    await insert_and_rate(rig, FinishedDuel(1, 2))
    async with rig.database.writing() as connection:
        shown = update(ratings).where(ratings.c.person == 1).values(shown=ratings.c.shown + 9)
        await connection.execute(shown)
    assert (await rig.ledger.recount(GUILD)).wrong_ratings == 4
    await check_boards(rig.database, GUILD)


async def test_two_processes_count_in_one_server(postgresql: str) -> None:
    rigs = [await open_rig(postgresql) for _ in range(2)]
    for seed in range(5):
        await insert_duels(rigs[0].database, random_duels(Random(seed), 12, days=1), first=1 + 12 * seed)
        await asyncio.gather(*(rig.ledger.catch_up() for rig in rigs))
    await check_boards(rigs[0].database, GUILD)
    assert (await rigs[0].ledger.recount(GUILD)).is_empty
    for rig in rigs:
        await rig.close()


async def test_who_deletes_their_data_counts_no_more_and_opponents_rank_as_before(rig: ArenaRig) -> None:
    await insert_and_rate(rig, *(FinishedDuel(1, person, NOVEMBER + person) for person in range(2, 6)))
    board = Leaderboard(GUILD, ALL_GAMES, ALL_TIME)
    before = [await rig.leaderboards.ranks(GUILD, [ALL_GAMES], person) for person in range(2, 6)]
    await rig.erasure.erase(1)
    after = [await rig.leaderboards.ranks(GUILD, [ALL_GAMES], person) for person in range(2, 6)]
    assert [each[ALL_GAMES] for each in before] == [each[ALL_GAMES] + 1 for each in after]
    assert await rig.leaderboards.size(board) == 4
    await check_boards(rig.database, GUILD)
