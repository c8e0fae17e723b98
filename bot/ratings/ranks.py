"""Finds people on a leaderboard: a person's rank, and who comes after how many others.

How many are ahead of somebody is summed up from `rating_counts`: the ranges above theirs, and the ratings
above theirs within their range. These are few rows, among a hundred people and among a hundred thousand.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    FromClause,
    Integer,
    and_,
    bindparam,
    func,
    select,
)

from bot.database import Link
from bot.database.schema import rating_counts, ratings
from bot.ratings.counts import ALONE, RANGE, SHIFT

PAGE = 10
HIGHEST = 2**31 - 1
"""Above all ratings."""
NO_INDEX = 0
"""`person + 0` hides the column from SQLite's planner, so that it uses the index of ranks."""

_counts: Any = rating_counts.c
_ratings: Any = ratings.c


class Part(NamedTuple):
    """Where a page begins: at people of this rating, and how many are ahead of all of them."""

    provisional: bool
    shown: int
    ahead: int


UNCERTAIN = Part(provisional=True, shown=HIGHEST, ahead=0)


def _on(table: FromClause) -> ColumnElement[bool]:
    return and_(*(table.c[name] == bindparam(name) for name in ("guild", "game", "season")))


def _people(*where: ColumnElement[bool]) -> Any:
    """How many people those rows count together."""
    total = func.coalesce(func.sum(_counts.people), 0)
    return select(total).where(_on(rating_counts), *where).scalar_subquery()


def _better() -> ColumnElement[int]:
    """How many people rank better than the row of `ratings`."""
    end = _ratings.shown.bitwise_rshift(SHIFT).bitwise_lshift(SHIFT) + RANGE
    same, above = _counts.provisional == _ratings.provisional, _counts.lowest > _ratings.shown
    settled = _people(_counts.width == RANGE, _counts.provisional < _ratings.provisional)
    ranges = _people(_counts.width == RANGE, same, above)
    in_range = _people(_counts.width == ALONE, same, above, _counts.lowest < end)
    better: ColumnElement[int] = settled + ranges + in_range
    return better.label("better")


SHOWN = (_ratings.person, _ratings.shown, _ratings.provisional, _ratings.wins, _ratings.losses)
ORDER = (_ratings.provisional, _ratings.shown.desc(), _ratings.person)
_VISIBLE = and_(_on(ratings), _ratings.person + NO_INDEX > 0)
_OWN = and_(_on(ratings), _ratings.person == bindparam("who"), _ratings.person > 0)
OWN_RANK = select(*SHOWN, _better()).where(_OWN)
"""One person's row, with how many rank better."""
_EQUAL = and_(
    _ratings.provisional == bindparam("uncertain", type_=Boolean),
    _ratings.shown == bindparam("rating", type_=Integer),
    _ratings.person < bindparam("who", type_=BigInteger),
    _ratings.person > 0,
)
BESIDE = select(func.count()).select_from(ratings).where(_on(ratings), _EQUAL)
"""How many people of equal rank are listed before this one."""
TOP = select(*SHOWN).where(_VISIBLE).order_by(*ORDER).limit(PAGE)
_FROM = and_(
    _ratings.provisional == bindparam("uncertain", type_=Boolean),
    _ratings.shown <= bindparam("rating", type_=Integer),
)
_SKIPPED = select(_ratings.person).where(_VISIBLE, _FROM).order_by(*ORDER)
_HERE = _ratings.person.in_(_SKIPPED.offset(bindparam("skipped", type_=Integer)).limit(PAGE))
LISTED = select(*SHOWN).where(_on(ratings), _HERE).order_by(*ORDER)
"""Ten people, from a rating on. Who they are is found in the index alone."""
RANGES = (
    select(_counts.provisional, _counts.lowest, _counts.people)
    .where(_on(rating_counts), _counts.width == RANGE)
    .order_by(_counts.provisional, _counts.lowest.desc())
)
WITHIN = (
    select(_counts.lowest, _counts.people)
    .where(
        *(_on(rating_counts), _counts.width == ALONE),
        _counts.provisional == bindparam("uncertain", type_=Boolean),
        _counts.lowest >= bindparam("rating", type_=Integer),
        _counts.lowest < bindparam("end", type_=Integer),
    )
    .order_by(_counts.lowest.desc())
)
"""The ratings of one range, the best first."""


async def find(link: Link, board: Mapping[str, Any], person: int) -> Any:
    """A person's row, or None if they aren't on the leaderboard."""
    return (await link.execute(OWN_RANK, {**board, "who": person})).one_or_none()


async def place_of(link: Link, board: Mapping[str, Any], row: Any) -> int:
    """How many people are listed before this one."""
    equal = {"uncertain": bool(row.provisional), "rating": row.shown, "who": row.person}
    return int(row.better) + int((await link.execute(BESIDE, {**board, **equal})).scalar() or 0)


async def ranges(link: Link, board: Mapping[str, Any]) -> Sequence[Any]:
    """How many people are in each range of ratings, the best first."""
    return await link.execute(RANGES, board)


async def top(link: Link, board: Mapping[str, Any]) -> Sequence[Any]:
    return await link.execute(TOP, board)


async def listed(
    link: Link, board: Mapping[str, Any], known: Iterable[Any], before: int
) -> tuple[Sequence[Any], int]:
    """The rows of ten people after as many others, and the rank of the first; `known` are the ranges."""
    part = await _part(link, board, known, before)
    if part is None:
        return (), 1
    rows = [*await _listed(link, board, part, before - part.ahead)]
    if len(rows) < PAGE and not part.provisional:
        rows += await _listed(link, board, UNCERTAIN, 0)
    return rows[:PAGE], part.ahead + 1


async def _listed(link: Link, board: Mapping[str, Any], part: Part, skipped: int) -> Sequence[Any]:
    values = {"uncertain": part.provisional, "rating": part.shown, "skipped": skipped}
    return await link.execute(LISTED, {**board, **values})


async def _part(link: Link, board: Mapping[str, Any], known: Iterable[Any], before: int) -> Part | None:
    """The people of equal rating among whom the one is who comes after as many others."""
    found, ahead = _reach(known, 0, before)
    if found is None:
        return None
    uncertain = bool(found.provisional)
    bounds = {"uncertain": uncertain, "rating": found.lowest, "end": found.lowest + RANGE}
    rating, ahead = _reach(await link.execute(WITHIN, {**board, **bounds}), ahead, before)
    return None if rating is None else Part(uncertain, rating.lowest, ahead)


def _reach(rows: Iterable[Any], ahead: int, before: int) -> tuple[Any, int]:
    """The first row that reaches beyond as many people, and how many are ahead of it."""
    for row in rows:
        if ahead + row.people > before:
            return row, ahead
        ahead += row.people
    return None, ahead
