"""Exports everything stored about one person as JSON: no other person's picks, and no secret of a duel."""

import asyncio
import gzip
import json
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, TypeAlias

from sqlalchemy import Row, RowMapping, Select, Table, and_, case, or_, select

from bot.database import Database
from bot.database.schema import blocks, duels, people, picks, puzzles, ratings, resets, results, votes
from bot.duels.duel import name_in_files
from bot.storage.storage import EVERYONE

FORMAT = 1
PAGE = 200
"""How many duels are read at a time, so that others can read between them."""

Record: TypeAlias = dict[str, Any]


class Export:
    def __init__(self, database: Database) -> None:
        self._database = database

    async def files(self, person: int, at: float, limit: int) -> list[tuple[str, bytes]]:
        """Names and contents of files within the limit: one plain file, several packed ones, or none."""
        records = [*await self._wishes(person), *await self._standings(person)]
        lines = [*map(json.dumps, records), *await self._duels(person)]
        if not lines:
            return []
        return await asyncio.to_thread(_pack, lines, person, at, limit)

    async def _wishes(self, person: int) -> list[Record]:
        notify = await self._rows(select(people.c.notify).where(people.c.id == person))
        blocked = await self._rows(select(blocks.c.blocked).where(blocks.c.person == person))
        return [
            *({"kind": "direct messages", "wanted": row.notify} for row in notify),
            *({"kind": "block", "person": _block(row.blocked)} for row in blocked),
        ]

    async def _standings(self, person: int) -> list[Record]:
        voted = await self._rows(select(votes).where(votes.c.person == person))
        return [
            *await self._all("rating", ratings, person),
            *await self._all("puzzle", puzzles, person),
            *await self._all("reset of a leaderboard", resets, person),
            *({"kind": "vote", "duel": f"{row.duel:x}", "seat": row.seat} for row in voted),
        ]

    async def _all(self, kind: str, table: Table, person: int) -> list[Record]:
        """A table's rows about this person, as they are stored."""
        columns = [column for column in table.c if column.name not in {"person", "id", "counted", "undone"}]
        async with self._database.reading() as connection:
            found = await connection.execute(select(*columns).where(table.c.person == person))
            return [_plain(kind, row) for row in found.mappings()]

    async def _duels(self, person: int) -> list[str]:
        """The person's duels as lines of JSON, which take much less memory than the records themselves."""
        mine = or_(duels.c.challenger == person, duels.c.challenged == person)
        ids = sorted(row.id for row in await self._rows(select(duels.c.id).where(mine)))
        lines: list[str] = []
        for start in range(0, len(ids), PAGE):
            lines += map(json.dumps, await self._some_duels(person, ids[start : start + PAGE]))
        return lines

    async def _some_duels(self, person: int, ids: Sequence[int]) -> list[Record]:
        own_result = and_(results.c.duel == duels.c.id, results.c.person == person)
        rows = await self._rows(
            select(duels, results.c.won, results.c.rating, results.c.change)
            .join(results, own_result, isouter=True)
            .where(duels.c.id.in_(ids))
        )
        seat = case((duels.c.seat0 == person, 0), (duels.c.seat1 == person, 1))
        own = select(picks).join(duels, and_(duels.c.id == picks.c.duel, picks.c.seat == seat))
        made: dict[int, list[Record]] = {}
        for pick in await self._rows(own.where(picks.c.duel.in_(ids))):
            record = {"turn": pick.turn, "pick": pick.token, "at": _time(pick.at)}
            made.setdefault(pick.duel, []).append(record)
        return [_duel(person, row, made.get(row.id, [])) for row in rows]

    async def _rows(self, query: Select[Any]) -> Sequence[Row[Any]]:
        async with self._database.reading() as connection:
            rows: Sequence[Row[Any]] = (await connection.execute(query)).all()
        return rows


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
        "you won": row.won,
        "your rating": row.rating,
        "change": row.change,
        "your picks": own_picks,
    }


def _plain(kind: str, row: RowMapping) -> Record:
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


def _pack(lines: Sequence[str], person: int, at: float, limit: int) -> list[tuple[str, bytes]]:
    head = {"format": FORMAT, "person": str(person), "made": _time(at)}
    whole = _written(head, lines)
    if len(whole) <= limit:
        return [("mydata.json", whole)]
    parts = _split(head, lines, limit)
    return [(f"mydata-{number}-of-{len(parts)}.json.gz", part) for number, part in enumerate(parts, 1)]


def _split(head: Record, lines: Sequence[str], limit: int) -> list[bytes]:
    packed = gzip.compress(_written(head, lines), mtime=0)
    if len(packed) <= limit or len(lines) <= 1:
        return [packed]
    half = len(lines) // 2
    return [*_split(head, lines[:half], limit), *_split(head, lines[half:], limit)]


def _written(head: Record, lines: Sequence[str]) -> bytes:
    """Writes one record per line, so that people can read the file too."""
    records = ",\n".join(lines)
    return f'{json.dumps(head)[:-1]}, "records": [\n{records}\n]}}\n'.encode()
