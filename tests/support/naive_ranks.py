"""Leaderboards computed naively, from all rows of `ratings`, to compare with what the bot says."""

from collections import Counter
from itertools import groupby
from typing import Any

from sqlalchemy import select

from bot.database import Database
from bot.database.schema import rating_counts, ratings
from bot.ratings.leaderboard import Leaderboard, Leaderboards, Page, Ranked
from bot.ratings.ranks import PAGE

WIDTHS = (1, 64)


async def rows_of(database: Database, table: Any, guild: int) -> list[Any]:
    async with database.reading() as connection:
        return [*await connection.execute(select(table).where(table.c.guild == guild))]


async def boards_of(database: Database, guild: int) -> dict[Leaderboard, list[Ranked]]:
    """All people of every leaderboard of a guild, in order."""
    rows = [row for row in await rows_of(database, ratings, guild) if row.person > 0]
    rows.sort(key=lambda row: (row.game, row.season, row.provisional, -row.shown, row.person))
    boards = groupby(rows, key=lambda row: Leaderboard(guild, row.game, row.season))
    return {board: _ranked([*group]) for board, group in boards}


def _ranked(rows: list[Any]) -> list[Ranked]:
    keys = [(row.provisional, -row.shown) for row in rows]
    return [
        Ranked(1 + keys.index(key), row.person, row.shown, row.provisional, row.wins, row.losses)
        for key, row in zip(keys, rows, strict=True)
    ]


async def check_counts(database: Database, guild: int) -> None:
    """Every row counts as many people as have such a rating, and there are no others."""
    expected = Counter(
        (row.game, row.season, width, row.provisional, row.shown // width * width)
        for row in await rows_of(database, ratings, guild)
        if row.person > 0
        for width in WIDTHS
    )
    assert {tuple(row[1:-1]): row.people for row in await rows_of(database, rating_counts, guild)} == expected


async def check_boards(database: Database, guild: int) -> None:
    """Top ten, size, all pages and everybody's rank are those of the naive computation."""
    leaderboards = Leaderboards(database)
    for board, people in (await boards_of(database, guild)).items():
        pages = [tuple(people[start : start + PAGE]) for start in range(0, len(people), PAGE)]
        assert await leaderboards.top(board) == pages[0]
        assert await leaderboards.size(board) == len(people)
        for number, expected in enumerate(pages, 1):
            for each in expected:
                assert await leaderboards.rank_of(board, each.person) == each
                found = await leaderboards.page_of(board, each.person)
                assert found == Page(number, len(people), expected, own=each)
            assert (await leaderboards.page(board, number, viewer=0)).ranked == expected
