"""Exports everything stored about one person as JSON: no other person's picks, and no secret of a duel."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import Row, Select, Table, and_, case, or_, select

from bot.database import Database
from bot.database.schema import blocks, duels, people, picks, puzzles, ratings, resets, results, votes
from bot.duels.duel import name_in_files
from bot.privacy.packing import Files
from bot.storage.storage import EVERYONE

FORMAT = 1
NAME = "mydata"
PAGE = 50
"""How many duels are read and packed at a time: a few thousandths of a second of work."""
IDS = 2_000
"""How many ids of duels or votes are read at a time."""

Record: TypeAlias = dict[str, Any]


class Export:
    """Reads a person's records beside the loop, a page at a time, and packs each page before the next."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def files(self, person: int, at: float, limit: int) -> list[tuple[str, bytes]]:
        """Returns names and contents of files within the limit: one plain file, several packed ones, or
        none."""
        head = json.dumps({"format": FORMAT, "person": str(person), "made": _time(at)})
        files = Files(f'{head[:-1]}, "records": [', limit)
        async for records in self._pages(person):
            await asyncio.to_thread(_add, files, records)
        return await asyncio.to_thread(files.named, NAME)

    async def _pages(self, person: int) -> AsyncIterator[Iterable[Record]]:
        """Reads all records, some at a time. Those of duels are made when they are iterated over, in a
        thread."""
        yield await self._wishes(person)
        for kind, table in (("rating", ratings), ("puzzle", puzzles), ("reset of a leaderboard", resets)):
            yield await self._all(kind, table, person)
        cast = select(votes.c.duel, votes.c.seat).where(votes.c.person == person)
        async for some in self._in_order(cast, votes.c.duel):
            yield [{"kind": "vote", "duel": f"{row.duel:x}", "seat": row.seat} for row in some]
        mine = or_(duels.c.challenger == person, duels.c.challenged == person)
        async for some in self._in_order(select(duels.c.id).where(mine), duels.c.id):
            for start in range(0, len(some), PAGE):
                yield await self._some_duels(person, [row.id for row in some[start : start + PAGE]])

    async def _wishes(self, person: int) -> list[Record]:
        wishes = await self._rows(select(people.c.notify, people.c.bell).where(people.c.id == person))
        blocked = await self._rows(select(blocks.c.blocked).where(blocks.c.person == person))
        return [
            *({"kind": "direct messages", "wanted": row.notify} for row in wishes),
            *({"kind": "pings", "wanted": row.bell} for row in wishes),
            *({"kind": "block", "person": _block(row.blocked)} for row in blocked),
        ]

    async def _all(self, kind: str, table: Table, person: int) -> list[Record]:
        """Reads a table's rows about this person, as they are stored."""
        columns = [column for column in table.c if column.name not in {"person", "id", "counted", "undone"}]
        async with self._database.reading_beside() as connection:
            found = await connection.execute(select(*columns).where(table.c.person == person))
            return [_plain(kind, row) for row in found.mappings()]

    async def _in_order(self, query: Select[Any], key: Any) -> AsyncIterator[Sequence[Row[Any]]]:
        """Reads the rows of a query in the order of a key, some at a time."""
        query = query.order_by(key).limit(IDS)
        rows = await self._rows(query)
        while rows:
            yield rows
            rows = await self._rows(query.where(key > rows[-1][0])) if len(rows) == IDS else ()

    async def _some_duels(self, person: int, ids: Sequence[int]) -> Iterator[Record]:
        own_result = and_(results.c.duel == duels.c.id, results.c.person == person)
        found = (
            select(duels, results.c.won, results.c.rating, results.c.change)
            .join(results, own_result, isouter=True)
            .where(duels.c.id.in_(ids))
            .order_by(duels.c.id)
        )
        seat = case((duels.c.seat0 == person, 0), (duels.c.seat1 == person, 1))
        own = select(picks).join(duels, and_(duels.c.id == picks.c.duel, picks.c.seat == seat))
        async with self._database.reading_beside() as connection:
            rows = await connection.execute(found)
            made = await connection.execute(own.where(picks.c.duel.in_(ids)))
        return _duels(person, rows, made)

    async def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        async with self._database.reading_beside() as connection:
            rows: Sequence[Row[Any]] = await connection.execute(query)
        return rows


def _add(files: Files, records: Iterable[Record]) -> None:
    if lines := [*map(json.dumps, records)]:
        files.add(lines)


def _duels(person: int, rows: Sequence[Row[Any]], made: Sequence[Row[Any]]) -> Iterator[Record]:
    own_picks: dict[int, list[Record]] = {}
    for pick in made:
        record = {"turn": pick.turn, "pick": pick.token, "at": _time(pick.at)}
        own_picks.setdefault(pick.duel, []).append(record)
    for row in rows:
        yield _duel(person, row, own_picks.get(row.id, []))


def _duel(person: int, row: Row[Any], own_picks: list[Record]) -> Record:
    other = row.challenged if row.challenger == person else row.challenger
    return {
        "kind": "duel",
        "id": f"{row.id:x}",
        "guild": str(row.guild),
        "channel": str(row.channel),
        "game": row.game,
        "pace": row.pace,
        "rated": row.rated,
        "status": row.status,
        "reason": row.reason,
        "you challenged": row.challenger == person,
        "opponent": None if row.rival or other is None else name_in_files(other),
        "computer": row.rival,
        "your seat": 0 if row.seat0 == person else 1 if row.seat1 == person else None,
        "created": _time(row.created),
        "started": _time(row.started),
        "ended": _time(row.ended),
        "shared": bool(row.shared),
        "you won": row.won,
        "your rating": row.rating,
        "change": row.change,
        "your picks": own_picks,
    }


def _plain(kind: str, row: Mapping[str, Any]) -> Record:
    """Makes a record of a row. Ids become texts, because many JSON readers can't hold such large numbers."""
    values = {"kind": kind, **row, "guild": str(row["guild"])}
    if "at" in values:
        values["at"] = _time(row["at"])
    if "day" in values:
        values["day"] = row["day"].isoformat()
    return values


def _block(person: int) -> str:
    return "everyone" if person == EVERYONE else str(person)


def _time(moment: float | None) -> str | None:
    return None if moment is None else datetime.fromtimestamp(moment, UTC).isoformat(timespec="seconds")
