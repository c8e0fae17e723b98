"""Who is best in a server: pages of a leaderboard, a person's own rank, and the champions of a month.

People whose rating is still uncertain come after all others; equal ratings share a rank. A person who has
deleted their data (a negative id) is on no leaderboard, but the ratings of their opponents stay as they are,
and a month that they won stays won by a former player.
"""

from collections.abc import Mapping, Sequence
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
from bot.ratings.seasons import ALL_TIME

PAGE = 10
CHAMPION_DUELS = 5
"""A person who played fewer duels in a month can't be its champion."""
CHAMPIONS = 3
"""How many champions are named if several share the first rank."""

LOWEST, HIGHEST = -(2**31), 2**31 - 1
"""Below and above all ratings."""
NO_INDEX = 0
"""`person + 0` hides the column from SQLite's planner, so that it uses the index of ranks."""


@dataclass(frozen=True, slots=True)
class Leaderboard:
    guild: int
    game: str
    """A game's key, or ALL_GAMES."""
    season: int
    """A month, or ALL_TIME."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """One person on a leaderboard, with their rank."""

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
    ranked: tuple[Ranked, ...]
    own: Ranked | None
    """The rank of the person who looks at it, on whichever page that is."""

    @property
    def last(self) -> int:
        return last_page(self.people)


def last_page(people: int) -> int:
    return max(1, -(-people // PAGE))


def _on(table: FromClause) -> ColumnElement[bool]:
    return and_(*(table.c[name] == bindparam(name) for name in ("guild", "game", "season")))


def _shown(table: FromClause) -> ColumnElement[bool]:
    return and_(_on(table), table.c.person + NO_INDEX > 0)


def _own_rank() -> Select[Any]:
    shown, uncertain, others = ratings.c.shown, ratings.c.provisional, ratings.alias("others")
    count = select(func.count()).select_from(others).where(_shown(others))
    settled, unsettled = others.c.provisional == false(), others.c.provisional == true()
    ahead = count.where(settled, others.c.shown > case((uncertain, LOWEST), else_=shown))
    among = count.where(unsettled, others.c.shown > case((uncertain, shown), else_=HIGHEST))
    equal = count.where(others.c.provisional == uncertain, others.c.shown == shown)
    beside = equal.where(others.c.person < ratings.c.person).scalar_subquery().label("beside")
    better = (ahead.scalar_subquery() + among.scalar_subquery()).label("better")
    return select(ratings, better, beside).where(_shown(ratings), ratings.c.person == bindparam("who"))


_ORDER = (ratings.c.provisional, ratings.c.shown.desc(), ratings.c.person)
_PEOPLE = select(ratings.c.person).where(_shown(ratings)).order_by(*_ORDER)
_HERE = ratings.c.person.in_(_PEOPLE.offset(bindparam("before", type_=Integer)).limit(PAGE))
LISTED = select(ratings).where(_on(ratings), _HERE).order_by(*_ORDER)
"""The rows of one page. Who is on it is found in the index alone, however late the page."""
SIZE = select(func.count()).select_from(ratings).where(_shown(ratings))
OWN_RANK = _own_rank()
"""One person's row, with how many rank better, and how many of equal rank are listed before them. Each of
these numbers is counted from one range of the index."""
_PLAYED = ratings.c.wins + ratings.c.losses
FIRST = select(ratings).where(_on(ratings), _PLAYED >= CHAMPION_DUELS).order_by(*_ORDER).limit(CHAMPIONS + 1)
"""Includes people who deleted their data since: a title that they won isn't given to somebody who lost."""


class Leaderboards:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, leaderboard: Leaderboard, number: int, viewer: int) -> Page:
        """The page with this number, or the nearest page that exists."""
        async with self._database.reading() as connection:
            own = await _find(connection, leaderboard, viewer)
            return await _page(connection, leaderboard, number, own)

    async def page_of(self, leaderboard: Leaderboard, person: int) -> Page:
        """The page that shows this person; the first page if they aren't on the leaderboard."""
        async with self._database.reading() as connection:
            own = await _find(connection, leaderboard, person)
            before = 0 if own is None else own.better + own.beside
            return await _page(connection, leaderboard, before // PAGE + 1, own)

    async def rank_of(self, leaderboard: Leaderboard, person: int) -> Ranked | None:
        async with self._database.reading() as connection:
            row = await _find(connection, leaderboard, person)
            return None if row is None else _ranked(row.better + 1, row)

    async def ranks(self, guild: int, games: Sequence[str], person: int) -> Mapping[str, int]:
        """A person's ranks on the leaderboards of all time, by game, where they have one."""
        async with self._database.reading() as connection:
            found = {
                game: await _find(connection, Leaderboard(guild, game, ALL_TIME), person) for game in games
            }
        return {game: row.better + 1 for game, row in found.items() if row is not None}

    async def size(self, leaderboard: Leaderboard) -> int:
        """How many people are on it."""
        async with self._database.reading() as connection:
            return int((await connection.execute(SIZE, asdict(leaderboard))).scalar_one())

    async def top(self, leaderboard: Leaderboard) -> tuple[Ranked, ...]:
        async with self._database.reading() as connection:
            return await _ranked_page(connection, leaderboard, 1)

    async def champions(self, leaderboard: Leaderboard) -> tuple[Ranked, ...]:
        """The first among those who played enough: usually one person, none in a month without duels, and at
        most CHAMPIONS + 1."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(FIRST, asdict(leaderboard))).all()
        return tuple(_ranked(1, row) for row in rows if _share_rank(row, rows[0]))


async def _find(connection: Link, leaderboard: Leaderboard, person: int) -> Row[Any] | None:
    found = await connection.execute(OWN_RANK, asdict(leaderboard) | {"who": person})
    row: Row[Any] | None = found.one_or_none()
    return row


async def _page(connection: Link, leaderboard: Leaderboard, number: int, own: Row[Any] | None) -> Page:
    people = int((await connection.execute(SIZE, asdict(leaderboard))).scalar_one())
    number = min(max(number, 1), last_page(people))
    ranked = await _ranked_page(connection, leaderboard, number)
    return Page(number, people, ranked, None if own is None else _ranked(own.better + 1, own))


async def _ranked_page(connection: Link, leaderboard: Leaderboard, number: int) -> tuple[Ranked, ...]:
    before = (number - 1) * PAGE
    rows = (await connection.execute(LISTED, asdict(leaderboard) | {"before": before})).all()
    first = await _find(connection, leaderboard, rows[0].person) if rows and before else None
    return _numbered(rows, 1 if first is None else first.better + 1, before)


def _numbered(rows: Sequence[Row[Any]], rank: int, before: int) -> tuple[Ranked, ...]:
    """Gives equal ratings the same rank; the next one's rank is their number in the list: 1, 2, 2, 4."""
    ranked = []
    for index, row in enumerate(rows):
        if index and not _share_rank(row, rows[index - 1]):
            rank = before + index + 1
        ranked.append(_ranked(rank, row))
    return tuple(ranked)


def _share_rank(one: Row[Any], two: Row[Any]) -> bool:
    return bool(one.provisional == two.provisional and one.shown == two.shown)


def _ranked(rank: int, row: Row[Any]) -> Ranked:
    return Ranked(rank, row.person, row.shown, row.provisional, row.wins, row.losses)
