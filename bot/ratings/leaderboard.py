"""Who is best in a server: pages of a leaderboard, a person's own place, and the champions of a month.

Those whose rating is still uncertain come after all others; equal numbers share a rank. Whoever has deleted
their data (a negative id) counts in the ratings of others and stands on no board; a month that they won stays
won by a former player.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    Integer,
    Row,
    Select,
    and_,
    bindparam,
    case,
    false,
    func,
    select,
    true,
)

from bot.database import Database, Link
from bot.database.schema import ratings
from bot.ratings.model import marked

PAGE = 10
CHAMPION_DUELS = 5
"""Whoever played fewer in a month can't be its champion."""
CHAMPIONS = 3
"""So many who share the first place are named."""

LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""No rating is as low, none as high."""
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
        return last_page(self.people)


def last_page(people: int) -> int:
    return max(1, -(-people // PAGE))


def _on(table: FromClause) -> ColumnElement[bool]:
    return and_(*(table.c[name] == bindparam(name) for name in ("guild", "game", "season")))


def _ranked(table: FromClause) -> ColumnElement[bool]:
    return and_(_on(table), table.c.person + NOTHING > 0)


def _standing() -> Select[Any]:
    shown, uncertain, others = ratings.c.shown, ratings.c.provisional, ratings.alias("others")
    count = select(func.count()).select_from(others).where(_ranked(others))
    settled, unsettled = others.c.provisional == false(), others.c.provisional == true()
    ahead = count.where(settled, others.c.shown > case((uncertain, LOWEST), else_=shown))
    among = count.where(unsettled, others.c.shown > case((uncertain, shown), else_=HIGHEST))
    level = count.where(others.c.provisional == uncertain, others.c.shown == shown)
    beside = level.where(others.c.person < ratings.c.person).scalar_subquery().label("beside")
    better = (ahead.scalar_subquery() + among.scalar_subquery()).label("better")
    return select(ratings, better, beside).where(_ranked(ratings), ratings.c.person == bindparam("who"))


_ORDER = (ratings.c.provisional, ratings.c.shown.desc(), ratings.c.person)
_PEOPLE = select(ratings.c.person).where(_ranked(ratings)).order_by(*_ORDER)
_HERE = ratings.c.person.in_(_PEOPLE.offset(bindparam("before", type_=Integer)).limit(PAGE))
LISTED = select(ratings).where(_on(ratings), _HERE).order_by(*_ORDER)
"""A page; who is on it is found in the index alone, however far down that is."""
SIZE = select(func.count()).select_from(ratings).where(_ranked(ratings))
STANDING = _standing()
"""One person, with how many rank better, and how many of equal rank are listed before them: each of these is
one stretch of the index."""
_PLAYED = ratings.c.wins + ratings.c.losses
FIRST = select(ratings).where(_on(ratings), _PLAYED >= CHAMPION_DUELS).order_by(*_ORDER).limit(CHAMPIONS + 1)
"""Whoever has deleted their data since is found too: what they won is not handed on to somebody who lost."""


class Standings:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, board: Board, number: int, viewer: int) -> Page:
        """The page with this number, or the nearest there is."""
        async with self._database.reading() as connection:
            own = await _find(connection, board, viewer)
            return await _page(connection, board, number, own)

    async def page_of(self, board: Board, person: int) -> Page:
        """The page on which this person stands; the first when they don't."""
        async with self._database.reading() as connection:
            own = await _find(connection, board, person)
            before = 0 if own is None else own.better + own.beside
            return await _page(connection, board, before // PAGE + 1, own)

    async def place_of(self, board: Board, person: int) -> Place | None:
        async with self._database.reading() as connection:
            row = await _find(connection, board, person)
            return None if row is None else _place(row.better + 1, row)

    async def top(self, board: Board) -> tuple[Place, ...]:
        async with self._database.reading() as connection:
            return await _places(connection, board, 1)

    async def champions(self, board: Board) -> tuple[Place, ...]:
        """Who came first among those who played enough: mostly one, none in a month without duels, and never
        more than one beyond those who are named."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(FIRST, asdict(board))).all()
        return tuple(_place(1, row) for row in rows if _level(row, rows[0]))


async def _find(connection: Link, board: Board, person: int) -> Row[Any] | None:
    found = await connection.execute(STANDING, asdict(board) | {"who": person})
    row: Row[Any] | None = found.one_or_none()
    return row


async def _page(connection: Link, board: Board, number: int, own: Row[Any] | None) -> Page:
    people = int((await connection.execute(SIZE, asdict(board))).scalar_one())
    number = min(max(number, 1), last_page(people))
    places = await _places(connection, board, number)
    return Page(number, people, places, None if own is None else _place(own.better + 1, own))


async def _places(connection: Link, board: Board, number: int) -> tuple[Place, ...]:
    before = (number - 1) * PAGE
    rows = (await connection.execute(LISTED, asdict(board) | {"before": before})).all()
    first = await _find(connection, board, rows[0].person) if rows and before else None
    return _numbered(rows, 1 if first is None else first.better + 1, before)


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
