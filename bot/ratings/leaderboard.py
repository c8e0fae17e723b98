"""Who is best in a server: pages of a leaderboard, a person's own rank, and the champions of a month.

People whose rating is still uncertain come after all others; equal ratings share a rank. A person who has
deleted their data (a negative id) is on no leaderboard, but the ratings of their opponents stay as they are,
and a month that they won stays won by a former player.

Ranks are counted in `ratings`, from its index `ranks`. Among 100,000 people in one server a rank takes up to
9 ms on SQLite and 15 ms on PostgreSQL, so it is read beside what is short.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, and_, bindparam, func, literal_column, select

from bot.database import Database, Link
from bot.database.schema import ratings
from bot.ratings.model import marked
from bot.ratings.seasons import ALL_TIME

PAGE = 10
CHAMPION_DUELS = 5
"""A person who played fewer duels in a month can't be its champion."""
CHAMPIONS = 3
"""How many champions are named if several share the first rank."""


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


_ratings: Any = ratings.c
_ON = and_(*(_ratings[name] == bindparam(name) for name in ("guild", "game", "season")))
_LISTED = _ratings.person + 0 > 0
"""`+ 0` hides the column from SQLite's planner, which otherwise sorts the whole leaderboard."""
_SHOWN = (_ratings.person, _ratings.shown, _ratings.provisional, _ratings.wins, _ratings.losses)
_ORDER = (_ratings.provisional, _ratings.shown.desc(), _ratings.person)
_AS_CERTAIN = _ratings.provisional == bindparam("provisional")


def _people(*where: ColumnElement[bool]) -> Select[int]:
    return select(func.count()).where(_ON, _LISTED, *where)


OWN = select(*_SHOWN).where(_ON, _LISTED, _ratings.person == bindparam("person"))
SIZE = _people()
_MORE_CERTAIN = _people(_ratings.provisional < bindparam("provisional"))
_HIGHER = _people(_AS_CERTAIN, _ratings.shown > bindparam("shown"))
BETTER = select(_MORE_CERTAIN.scalar_subquery() + _HIGHER.scalar_subquery())
"""How many people have a better rank than a row."""
BESIDE = _people(_AS_CERTAIN, _ratings.shown == bindparam("shown"), _ratings.person < bindparam("person"))
"""How many people of equal rank are listed before a row."""
_BEFORE = bindparam("before", type_=Integer)
_PAGE = literal_column(str(PAGE), Integer)
"""Stands in the statement itself: PostgreSQL reads the whole leaderboard if it is told this number later."""
_HERE = select(_ratings.person).where(_ON, _LISTED).order_by(*_ORDER).limit(_PAGE).offset(_BEFORE)
TEN = select(*_SHOWN).where(_ON, _ratings.person.in_(_HERE)).order_by(*_ORDER)
"""Ten people, after as many others. Who they are is found in the index alone."""
_PLAYED = _ratings.wins + _ratings.losses
FIRST = select(*_SHOWN).where(_ON, _PLAYED >= CHAMPION_DUELS).order_by(*_ORDER).limit(CHAMPIONS + 1)
"""Includes people who deleted their data since: a title that they won isn't given to somebody who lost."""


class Leaderboards:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, leaderboard: Leaderboard, number: int, viewer: int) -> Page:
        """The page with this number, or the nearest page that exists."""
        board = asdict(leaderboard)
        async with self._database.reading_beside() as link:
            return await _page(link, board, number, await _own(link, board, viewer))

    async def page_of(self, leaderboard: Leaderboard, person: int) -> Page:
        """The page that shows this person; the first page if they aren't on the leaderboard."""
        board = asdict(leaderboard)
        async with self._database.reading_beside() as link:
            own = await _own(link, board, person)
            before = 0 if own is None else own.rank - 1 + await _count(link, BESIDE, _place(board, own))
            return await _page(link, board, before // PAGE + 1, own)

    async def ranks(self, guild: int, games: Sequence[str], person: int) -> Mapping[str, int]:
        """A person's ranks on the leaderboards of all time, by game, where they have one."""
        boards = {game: asdict(Leaderboard(guild, game, ALL_TIME)) for game in games}
        async with self._database.reading_beside() as link:
            found = {game: await _own(link, board, person) for game, board in boards.items()}
        return {game: own.rank for game, own in found.items() if own is not None}

    async def size(self, leaderboard: Leaderboard) -> int:
        """How many people are on it."""
        async with self._database.reading_beside() as link:
            return await _count(link, SIZE, asdict(leaderboard))

    async def champions(self, leaderboard: Leaderboard) -> tuple[Ranked, ...]:
        """The first among those who played enough: usually one person, none in a month without duels, and at
        most CHAMPIONS + 1."""
        async with self._database.reading() as link:
            ranked = _numbered(await link.execute(FIRST, asdict(leaderboard)), 1, 0)
        return tuple(each for each in ranked if each.rank == 1)


async def _page(link: Link, board: Mapping[str, Any], number: int, own: Ranked | None) -> Page:
    people = await _count(link, SIZE, board)
    number = min(max(number, 1), last_page(people))
    before = (number - 1) * PAGE
    rows = await link.execute(TEN, {**board, "before": before})
    rank = await _rank(link, board, rows[0]) if before and rows else 1
    return Page(number, people, _numbered(rows, rank, before), own)


async def _own(link: Link, board: Mapping[str, Any], person: int) -> Ranked | None:
    row = (await link.execute(OWN, {**board, "person": person})).one_or_none()
    return None if row is None else _ranked(await _rank(link, board, row), row)


async def _rank(link: Link, board: Mapping[str, Any], row: Any) -> int:
    return 1 + await _count(link, BETTER, _place(board, row))


async def _count(link: Link, people: Select[int], values: Mapping[str, Any]) -> int:
    return int((await link.execute(people, values)).scalar())


def _place(board: Mapping[str, Any], row: Any) -> Mapping[str, Any]:
    """Where a row stands on its leaderboard."""
    return {**board, "provisional": row.provisional, "shown": row.shown, "person": row.person}


def _numbered(rows: Sequence[Any], rank: int, before: int) -> tuple[Ranked, ...]:
    """Gives equal ratings the same rank; the next one's rank is their number in the list: 1, 2, 2, 4."""
    ranked = []
    for index, row in enumerate(rows):
        if index and not _share_rank(row, rows[index - 1]):
            rank = before + index + 1
        ranked.append(_ranked(rank, row))
    return tuple(ranked)


def _share_rank(one: Any, two: Any) -> bool:
    return bool(one.provisional == two.provisional and one.shown == two.shown)


def _ranked(rank: int, row: Any) -> Ranked:
    return Ranked(rank, row.person, row.shown, row.provisional, row.wins, row.losses)
