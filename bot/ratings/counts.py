"""How many people of a leaderboard have which rating.

Each person counts twice: for their rating alone, and for the range of ratings that it lies in. So a rank is
the sum of a few rows, however many people there are. Who deleted their data (a negative id) doesn't count.
"""

from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import bindparam, delete, insert, select, tuple_

from bot.database import Database, Link
from bot.database.schema import rating_counts, ratings
from bot.database.upsert import upsert
from bot.ratings.calculator import Score, Track

SHIFT = 6
ALONE, RANGE = 1, 1 << SHIFT
"""How many ratings a row counts: one alone, or a range of 64."""
ROWS = 1_000
"""How many rows are read or written at a time."""


class Key(NamedTuple):
    """Which people of a guild a row counts."""

    game: str
    season: int
    width: int
    provisional: bool
    lowest: int


_COLUMNS = ("guild", *Key._fields, "people")
_OF = ("of_guild", *(f"of_{name}" for name in Key._fields))
_KEY = tuple(rating_counts.c[name] for name in Key._fields)
_GONE = delete(rating_counts).where(
    *(column == bindparam(f"of_{column.name}") for column in (rating_counts.c.guild, *_KEY))
)
_NONE_LEFT = _GONE.where(rating_counts.c.people <= 0)
_INSERT = upsert(rating_counts)
_CHANGE = _INSERT.on_conflict_do_update(
    index_elements=[rating_counts.c.guild, *_KEY],
    set_={"people": rating_counts.c.people + _INSERT.excluded.people},
)
_OF_PERSON = select(ratings.c.game, ratings.c.season, ratings.c.shown, ratings.c.provisional).where(
    ratings.c.guild == bindparam("of_guild"), ratings.c.person == bindparam("of_person")
)


def start_of_range(shown: int) -> int:
    return shown >> SHIFT << SHIFT


def counted(scores: Mapping[Track, Score]) -> Counter[Key]:
    """The counts of a guild with these ratings."""
    return Counter(key for track, score in scores.items() for key in _keys(track, score))


def changes(before: Mapping[Track, Score], after: Mapping[Track, Score]) -> dict[Key, int]:
    """What has to be added to the counts when these ratings change."""
    found: dict[Key, int] = {}
    for sign, scores in ((1, after), (-1, before)):
        for track, score in scores.items():
            for key in _keys(track, score):
                found[key] = found.get(key, 0) + sign
    return {key: people for key, people in found.items() if people}


async def add(connection: Link, guild: int, people: Mapping[Key, int]) -> None:
    """Adds to the counts; a row that counts nobody any more is deleted."""
    if people:
        await connection.execute(_CHANGE, rows_of(guild, people))
    if fewer := [_of(guild, key) for key, change in people.items() if change < 0]:
        await connection.execute(_NONE_LEFT, fewer)


def rows_of(guild: int, people: Mapping[Key, int]) -> list[dict[str, Any]]:
    return [_row(guild, *each) for each in people.items()]


async def take_out(connection: Link, guild: int, person: int) -> None:
    """Takes a person out of all counts of a guild, who is about to be erased."""
    rows = await connection.execute(_OF_PERSON, {"of_guild": guild, "of_person": person})
    gone = Counter(
        key
        for game, season, shown, provisional in rows
        for key in _both(game, season, shown, provisional=provisional)
    )
    await add(connection, guild, {key: -people for key, people in gone.items()})


async def find_wrong(database: Database, guild: int, scores: Mapping[Track, Score]) -> dict[Key, int]:
    """How many people each row should count that is wrong; `scores` are all ratings of the guild."""
    missing, wrong = counted(scores), {}
    async for key, people in _stored(database, guild):
        expected = missing.pop(key, 0)
        if expected != people:
            wrong[key] = expected
    return wrong | missing


async def correct(connection: Link, guild: int, right: Mapping[Key, int]) -> None:
    rows = [*right.items()]
    for start in range(0, len(rows), ROWS):
        portion = rows[start : start + ROWS]
        await connection.execute(_GONE, [_of(guild, key) for key, _ in portion])
        if known := rows_of(guild, {key: people for key, people in portion if people}):
            await connection.execute(insert(rating_counts), known)


async def _stored(database: Database, guild: int) -> AsyncIterator[tuple[Key, int]]:
    """Reads in portions, so that others can read between them."""
    query = select(*_KEY, rating_counts.c.people).where(rating_counts.c.guild == guild)
    query = query.order_by(*_KEY).limit(ROWS)
    portion = query
    while True:
        async with database.reading_beside() as connection:
            rows = await connection.execute(portion)
        for *key, people in rows:
            yield Key(*key), people
        if len(rows) < ROWS:
            return
        portion = query.where(tuple_(*_KEY) > tuple(rows[-1][:-1]))


def _keys(track: Track, score: Score) -> Iterable[Key]:
    if track.person <= 0:
        return ()
    return _both(track.game, track.season, score.rating.shown, provisional=score.rating.provisional)


def _both(game: str, season: int, shown: int, *, provisional: bool) -> tuple[Key, Key]:
    alone = Key(game, season, ALONE, provisional, shown)
    return alone, Key(game, season, RANGE, provisional, start_of_range(shown))


def _row(guild: int, key: Key, people: int) -> dict[str, Any]:
    return dict(zip(_COLUMNS, (guild, *key, people), strict=True))


def _of(guild: int, key: Key) -> dict[str, Any]:
    return dict(zip(_OF, (guild, *key), strict=True))
