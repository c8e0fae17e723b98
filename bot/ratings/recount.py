"""Computes a guild's results and ratings again, from `duels` and `resets` alone.

It finds what differs. It reads in small portions, so that others can read between them, and keeps only the
differences.
"""

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from sqlalchemy import Row, bindparam, delete, insert, select, tuple_, update

from bot.database import Database, Link
from bot.database.schema import duels, ratings, results
from bot.ratings.calculator import Calculator, Finished, Score, Track
from bot.ratings.model import ALL_GAMES
from bot.ratings.resets import Reset
from bot.ratings.sql import FINISHED, finished_from, rating_rows, result_row, score_from, waiting

PORTION = 50
"""How many duels are read at a time: about a hundredth of a second of work."""
ROWS = 1_000
RESULT = ("duel", "seat")
RATING = ("guild", "game", "season", "person")


@dataclass(slots=True)
class Difference:
    """What has to be written to make the stored results and ratings right."""

    guild: int
    duels: int = 0
    numbers: list[dict[str, int]] = field(default_factory=list)
    """The numbers of duels that had not been counted."""
    results: list[dict[str, Any]] = field(default_factory=list)
    ratings: dict[Track, Score] = field(default_factory=dict)
    surplus: list[Track] = field(default_factory=list)

    @property
    def wrong_results(self) -> int:
        """How many stored results were wrong; those of uncounted duels were only missing."""
        return len(self.results) - 2 * len(self.numbers)

    @property
    def wrong_ratings(self) -> int:
        return len(self.ratings) + len(self.surplus)

    @property
    def is_empty(self) -> bool:
        return not (self.numbers or self.results or self.wrong_ratings)


class Recount:
    def __init__(self, database: Database, guild: int, in_force: Sequence[Reset]) -> None:
        self._database = database
        self._resets = list(in_force)
        self._calculator = Calculator()
        self._found = Difference(guild)
        self._number = 0

    async def run(self) -> Difference:
        async for row, stored in self._counted():
            self._count(finished_from(row), row.counted, stored)
        async with self._database.reading_beside() as connection:
            late = await waiting(connection, self._found.guild)
        for row in late:
            number = self._number + 1
            self._found.numbers.append({"of_duel": row.id, "number": number})
            self._count(finished_from(row), number, [])
        self._reset_until(None)
        await self._compare_ratings()
        return self._found

    def _count(self, duel: Finished, number: int, stored: Sequence[dict[str, Any]]) -> None:
        self._reset_until(number)
        expected = [
            result_row(self._found.guild, duel, number, each) for each in self._calculator.count(duel)
        ]
        if expected != list(stored):
            self._found.results.extend(expected)
        self._found.duels += 1
        self._number = number

    def _reset_until(self, number: int | None) -> None:
        """Applies the resets that were made before the duel with this number was counted; with None all."""
        while self._resets and (number is None or self._resets[0].counted < number):
            reset = self._resets.pop(0)
            self._calculator.reset(reset.game or ALL_GAMES, reset.at)

    async def _counted(self) -> AsyncIterator[tuple[Row[Any], list[dict[str, Any]]]]:
        """Every counted duel, with its stored results."""
        last = 0
        while True:
            async with self._database.reading_beside() as connection:
                rows = await connection.execute(self._portion(last))
                stored = await _stored(connection, [row.id for row in rows])
            for row in rows:
                yield row, stored.get(row.id, [])
            if len(rows) < PORTION:
                return
            last = rows[-1].counted

    def _portion(self, last: int) -> Any:
        query = select(*FINISHED).where(duels.c.guild == self._found.guild, duels.c.counted > last)
        return query.order_by(duels.c.counted).limit(PORTION)

    async def _compare_ratings(self) -> None:
        missing = dict(self._calculator.scores)
        async for track, score in self._stored_ratings():
            expected = missing.pop(track, None)
            if expected is None:
                self._found.surplus.append(track)
            elif expected != score:
                self._found.ratings[track] = expected
        self._found.ratings.update(missing)

    async def _stored_ratings(self) -> AsyncIterator[tuple[Track, Score | None]]:
        """None stands for a row that contradicts itself: what it shows is not its rating."""
        key = tuple_(ratings.c.game, ratings.c.season, ratings.c.person)
        query = select(ratings).where(ratings.c.guild == self._found.guild)
        query = query.order_by(ratings.c.game, ratings.c.season, ratings.c.person).limit(ROWS)
        portion = query
        while True:
            async with self._database.reading_beside() as connection:
                rows = await connection.execute(portion)
            for row in rows:
                track, score = score_from(row)
                shown = score.rating.shown, score.rating.provisional
                yield track, score if shown == (row.shown, row.provisional) else None
            if len(rows) < ROWS:
                return
            portion = query.where(key > (rows[-1].game, rows[-1].season, rows[-1].person))


async def _stored(connection: Link, ids: Sequence[int]) -> dict[int, list[dict[str, Any]]]:
    query = select(results).where(results.c.duel.in_(ids)).order_by(results.c.duel, results.c.seat)
    rows = [dict(row) for row in (await connection.execute(query)).mappings()]
    return {duel: list(group) for duel, group in groupby(rows, key=lambda row: row["duel"])}


async def write(connection: Link, found: Difference) -> None:
    if found.numbers:
        number = update(duels).where(duels.c.id == bindparam("of_duel")).values(counted=bindparam("number"))
        await connection.execute(number, found.numbers)
    for rows in _portions(found.results):
        await connection.execute(_delete(results, RESULT), _keys(rows, RESULT))
        await connection.execute(insert(results), rows)
    gone = [{"guild": found.guild, **track._asdict()} for track in found.surplus]
    right = rating_rows(found.guild, found.ratings)
    for rows in _portions([*gone, *right]):
        await connection.execute(_delete(ratings, RATING), _keys(rows, RATING))
    for rows in _portions(right):
        await connection.execute(insert(ratings), rows)


def _delete(table: Any, key: Sequence[str]) -> Any:
    return delete(table).where(*(table.c[name] == bindparam(f"of_{name}") for name in key))


def _keys(rows: Sequence[dict[str, Any]], key: Sequence[str]) -> list[dict[str, Any]]:
    return [{f"of_{name}": row[name] for name in key} for row in rows]


def _portions(rows: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    return (rows[start : start + ROWS] for start in range(0, len(rows), ROWS))


def summary(found: Sequence[Difference]) -> str:
    """The sentence that an operator is told after a recount of everything."""
    counted = sum(each.duels for each in found)
    servers = "1 server" if len(found) == 1 else f"{len(found):,} servers"
    text = f"Counted {counted:,} duels of {servers} again: "
    if all(each.is_empty for each in found):
        return f"{text}nothing differed."
    new = sum(len(each.numbers) for each in found)
    wrong = sum(each.wrong_results for each in found)
    moved = sum(each.wrong_ratings for each in found)
    return f"{text}{new:,} had not been counted, {wrong:,} results and {moved:,} ratings were set right."
