"""Who is best in a server: pages of a leaderboard, a person's own rank, and the champions of a month.

People whose rating is still uncertain come after all others; equal ratings share a rank. A person who has
deleted their data (a negative id) is on no leaderboard, but the ratings of their opponents stay as they are,
and a month that they won stays won by a former player.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from sqlalchemy import and_, bindparam, select

from bot.database import Database, Link
from bot.database.schema import ratings
from bot.ratings import ranks
from bot.ratings.model import marked
from bot.ratings.ranks import ORDER, PAGE, SHOWN
from bot.ratings.seasons import ALL_TIME

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


_PLAYED = ratings.c.wins + ratings.c.losses
_ON = and_(*(ratings.c[name] == bindparam(name) for name in ("guild", "game", "season")))
FIRST = select(*SHOWN).where(_ON, _PLAYED >= CHAMPION_DUELS).order_by(*ORDER).limit(CHAMPIONS + 1)
"""Includes people who deleted their data since: a title that they won isn't given to somebody who lost."""


class Leaderboards:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def page(self, leaderboard: Leaderboard, number: int, viewer: int) -> Page:
        """The page with this number, or the nearest page that exists."""
        board = asdict(leaderboard)
        async with self._database.reading() as link:
            return await _page(link, board, number, await ranks.find(link, board, viewer))

    async def page_of(self, leaderboard: Leaderboard, person: int) -> Page:
        """The page that shows this person; the first page if they aren't on the leaderboard."""
        board = asdict(leaderboard)
        async with self._database.reading() as link:
            own = await ranks.find(link, board, person)
            before = 0 if own is None else await ranks.place_of(link, board, own)
            return await _page(link, board, before // PAGE + 1, own)

    async def rank_of(self, leaderboard: Leaderboard, person: int) -> Ranked | None:
        async with self._database.reading() as link:
            return _own(await ranks.find(link, asdict(leaderboard), person))

    async def ranks(self, guild: int, games: Sequence[str], person: int) -> Mapping[str, int]:
        """A person's ranks on the leaderboards of all time, by game, where they have one."""
        boards = {game: asdict(Leaderboard(guild, game, ALL_TIME)) for game in games}
        async with self._database.reading() as link:
            found = {game: await ranks.find(link, board, person) for game, board in boards.items()}
        return {game: row.better + 1 for game, row in found.items() if row is not None}

    async def size(self, leaderboard: Leaderboard) -> int:
        """How many people are on it."""
        async with self._database.reading() as link:
            return _sum(await ranks.ranges(link, asdict(leaderboard)))

    async def top(self, leaderboard: Leaderboard) -> tuple[Ranked, ...]:
        async with self._database.reading() as link:
            return _numbered(await ranks.top(link, asdict(leaderboard)), 1, 0)

    async def champions(self, leaderboard: Leaderboard) -> tuple[Ranked, ...]:
        """The first among those who played enough: usually one person, none in a month without duels, and at
        most CHAMPIONS + 1."""
        async with self._database.reading() as link:
            rows = await link.execute(FIRST, asdict(leaderboard))
        return tuple(_ranked(1, row) for row in rows if _share_rank(row, rows[0]))


async def _page(link: Link, board: Mapping[str, Any], number: int, own: Any) -> Page:
    ranges = await ranks.ranges(link, board)
    people = _sum(ranges)
    number = min(max(number, 1), last_page(people))
    before = (number - 1) * PAGE
    if before:
        rows, rank = await ranks.listed(link, board, ranges, before)
    else:
        rows, rank = await ranks.top(link, board), 1
    return Page(number, people, _numbered(rows, rank, before), _own(own))


def _sum(ranges: Sequence[Any]) -> int:
    return sum(row.people for row in ranges)


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


def _own(row: Any) -> Ranked | None:
    return None if row is None else _ranked(row.better + 1, row)


def _ranked(rank: int, row: Any) -> Ranked:
    return Ranked(rank, row.person, row.shown, bool(row.provisional), row.wins, row.losses)
