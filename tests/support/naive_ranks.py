"""Leaderboards computed naively, from all rows of `ratings`, to compare with what the bot says."""

from dataclasses import replace
from itertools import groupby
from typing import Any

from sqlalchemy import select

from bot.database import Database
from bot.database.schema import ratings
from bot.ratings.leaderboard import PAGE, Leaderboard, Leaderboards, Page, Ranked
from bot.ratings.seasons import ALL_TIME


async def boards_of(database: Database, guild: int) -> dict[Leaderboard, list[Ranked]]:
    """All people of every leaderboard of a guild, in order."""
    found = await database.execute(select(ratings).where(ratings.c.guild == guild))
    rows = [row for row in found if row.person > 0]
    rows.sort(key=lambda row: (row.game, row.season, row.provisional, -row.shown, row.person))
    boards = groupby(rows, key=lambda row: Leaderboard(guild, row.game, row.season))
    return {board: _ranked([*group]) for board, group in boards}


def _ranked(rows: list[Any]) -> list[Ranked]:
    keys = [(row.provisional, -row.shown) for row in rows]
    return [
        Ranked(1 + keys.index(key), row.person, row.shown, row.provisional, row.wins, row.losses)
        for key, row in zip(keys, rows, strict=True)
    ]


async def check_boards(database: Database, guild: int) -> None:
    """Size, all pages and everybody's rank are those of the naive computation."""
    leaderboards = Leaderboards(database)
    for board, people in (await boards_of(database, guild)).items():
        pages = [tuple(people[start : start + PAGE]) for start in range(0, len(people), PAGE)]
        assert await leaderboards.size(board) == len(people)
        for number, ranked in enumerate(pages, 1):
            expected = Page(number, len(people), ranked, own=None)
            assert await leaderboards.page(board, number, viewer=0) == expected
            for each in ranked:
                assert await leaderboards.page_of(board, each.person) == replace(expected, own=each)
                if board.season == ALL_TIME:
                    ranks = await leaderboards.ranks(guild, [board.game], each.person)
                    assert ranks == {board.game: each.rank}
