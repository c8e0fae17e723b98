"""Who is best in a server: pages of a leaderboard, a person's own place, and the champions of a month.

Those whose rating is still uncertain come after all others; equal numbers share a rank. Whoever has deleted
their data (a negative id) counts in the ratings of others and stands on no board.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Row, Select, and_, false, func, select, true
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.database import Database
from bot.ratings import marked
from bot.schema import ratings

PAGE = 10
CHAMPION_DUELS = 5
"""Whoever played fewer in a month can't be its champion."""
CHAMPIONS = 3
"""More than so many who share the first place are not named."""

NOTHING = 0
"""Added to a person's id, it keeps SQLite from searching by that instead of by rank."""


@dataclass(frozen=True, slots=True)
class Board:
    guild: int
    game: str
    """A game's key, or ALL_GAMES."""
    season: int
    """A month, or ALL_TIME."""


@dataclass(frozen=True, slots=True)
class Place:
    rank: int
    person: int
    shown: int
    provisional: bool
    wins: int
    losses: int

    @property
    def rating(self) -> str:
        return marked(self.shown, provisional=self.provisional)


@dataclass(frozen=True, slots=True)
class Page:
    number: int
    people: int
    places: tuple[Place, ...]
    own: Place | None
    """The place of whoever looks at it, on whichever page that is."""

    @property
    def last(self) -> int:
        return max(1, -(-self.people // PAGE))


class Standings:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, board: Board, number: int, viewer: int) -> Page:
        """The page with this number, or the nearest there is."""
        async with self._database.reading() as connection:
            people = await _number(connection, size(board))
            number = min(max(number, 1), Page(1, people, (), None).last)
            places = await _places(connection, board, number)
            return Page(number, people, places, await _place_of(connection, board, viewer))

    async def page_of(self, board: Board, person: int) -> Page:
        """The page on which this person stands; the first when they don't."""
        async with self._database.reading() as connection:
            row = await _find(connection, board, person)
            before = 0 if row is None else await _in_front(connection, board, row)
        return await self.page(board, before // PAGE + 1, person)

    async def place_of(self, board: Board, person: int) -> Place | None:
        async with self._database.reading() as connection:
            return await _place_of(connection, board, person)

    async def top(self, board: Board) -> tuple[Place, ...]:
        async with self._database.reading() as connection:
            return await _places(connection, board, 1)

    async def champions(self, board: Board) -> tuple[Place, ...]:
        """Who came first among those who played enough: mostly one, none in a month without duels."""
        query = in_order(board).where(ratings.c.wins + ratings.c.losses >= CHAMPION_DUELS)
        async with self._database.reading() as connection:
            rows = (await connection.execute(query.limit(CHAMPIONS))).all()
        return tuple(_place(1, row) for row in rows if _level(row, rows[0]))


def in_order(board: Board) -> Select[Any]:
    order = (ratings.c.provisional, ratings.c.shown.desc(), ratings.c.person)
    return select(ratings).where(_ranked(board)).order_by(*order)


def size(board: Board) -> Select[Any]:
    return select(func.count()).select_from(ratings).where(_ranked(board))


def better(board: Board, row: Row[Any]) -> list[Select[Any]]:
    """Counts that add up to the number of those who rank before this one; each is one stretch of an index."""
    if row.provisional:
        above = _with(board, provisional=True).where(ratings.c.shown > row.shown)
        return [_with(board, provisional=False), above]
    return [_with(board, provisional=False).where(ratings.c.shown > row.shown)]


def beside(board: Board, row: Row[Any]) -> Select[Any]:
    """How many share this one's rank and yet are listed before."""
    equals = _with(board, provisional=row.provisional).where(ratings.c.shown == row.shown)
    return equals.where(ratings.c.person < row.person)


def _with(board: Board, *, provisional: bool) -> Select[Any]:
    return size(board).where(ratings.c.provisional == (true() if provisional else false()))


def _ranked(board: Board) -> ColumnElement[bool]:
    return and_(
        ratings.c.guild == board.guild,
        ratings.c.game == board.game,
        ratings.c.season == board.season,
        ratings.c.person + NOTHING > 0,
    )


async def _number(connection: AsyncConnection, query: Select[Any]) -> int:
    return int((await connection.execute(query)).scalar_one())


async def _in_front(connection: AsyncConnection, board: Board, row: Row[Any]) -> int:
    rank = await _rank(connection, board, row)
    return rank - 1 + await _number(connection, beside(board, row))


async def _rank(connection: AsyncConnection, board: Board, row: Row[Any]) -> int:
    return 1 + sum([await _number(connection, query) for query in better(board, row)])


async def _find(connection: AsyncConnection, board: Board, person: int) -> Row[Any] | None:
    query = select(ratings).where(_ranked(board), ratings.c.person == person)
    return (await connection.execute(query)).one_or_none()


async def _place_of(connection: AsyncConnection, board: Board, person: int) -> Place | None:
    row = await _find(connection, board, person)
    return None if row is None else _place(await _rank(connection, board, row), row)


async def _places(connection: AsyncConnection, board: Board, number: int) -> tuple[Place, ...]:
    before = (number - 1) * PAGE
    rows = (await connection.execute(in_order(board).offset(before).limit(PAGE))).all()
    rank = 1 if not rows or not before else await _rank(connection, board, rows[0])
    return _numbered(rows, rank, before)


def _numbered(rows: Sequence[Row[Any]], rank: int, before: int) -> tuple[Place, ...]:
    """Equal ones share a rank, and the next gets the one that they have left free."""
    places = []
    for index, row in enumerate(rows):
        if index and not _level(row, rows[index - 1]):
            rank = before + index + 1
        places.append(_place(rank, row))
    return tuple(places)


def _level(one: Row[Any], two: Row[Any]) -> bool:
    return bool(one.provisional == two.provisional and one.shown == two.shown)


def _place(rank: int, row: Row[Any]) -> Place:
    return Place(rank, row.person, row.shown, row.provisional, row.wins, row.losses)
