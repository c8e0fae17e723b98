"""Saves picks, and the ends of duels, before anybody is told. Those that arrive together share one commit.

If exactly the same entry is there already, it is our own: the server had saved it, but the connection broke
before it could answer.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import CTE, JSON, ColumnElement, Double, bindparam, cast, column, func, select, update

from bot.database import Database
from bot.database.schema import duels, picks
from bot.database.upsert import upsert
from bot.duels.duel import Ending, Status
from bot.storage.batch import Batch
from games.engine import value

PAUSE = 0.05
"""Seconds between two commits while many pick: each wakes a thread, the disk and the loop."""
Execute: TypeAlias = Callable[..., Any]
"""The `execute` of a database, or of a link to it."""


@value
class Pick:
    duel: int
    turn: int
    seat: int
    token: str
    at: float
    closes: bool
    """Whether this pick completed its turn; the next turn then began at this moment."""

    @property
    def row(self) -> tuple[int, int, int, str, float, bool]:
        """Returns the values of all columns, in the order of the table's."""
        return self.duel, self.turn, self.seat, self.token, self.at, self.closes


@value
class Entry:
    """The picks that one press makes in a duel, and possibly the duel's end."""

    duel: int
    picks: tuple[Pick, ...] = ()
    status: Status | None = None
    ending: Ending | None = None

    @property
    def end(self) -> tuple[Any, ...]:
        ending = self.ending
        if ending is None:
            raise ValueError("this entry ends no duel")
        return self.duel, self.status, ending.winner, ending.reason, ending.at


class Journal:
    def __init__(self, database: Database) -> None:
        self.saved = 0
        """How many picks were saved since the start."""
        self.on_commit: Callable[[float], None] = _ignore
        """Called with the seconds that each commit took."""
        self._database = database
        self._batch = Batch(self._commit, PAUSE)
        self.close = self._batch.close

    @property
    def queue(self) -> int:
        """Counts the entries that wait for the next commit."""
        return len(self._batch)

    @property
    def delay(self) -> float:
        """Returns for how many seconds the oldest entry has waited to be saved."""
        return self._batch.delay

    async def add(self, entry: Entry) -> bool:
        """Saves an entry: True once it is safely on disk, False if it contradicts what is already saved."""
        return await self._batch.add(entry)

    async def _commit(self, entries: Sequence[Entry]) -> list[bool]:
        began = time.perf_counter()
        kept = await self._database.repeated(partial(append, self._database, entries), if_lost=True)
        self.on_commit(time.perf_counter() - began)
        self.saved += sum(len(entry.picks) for entry, ok in zip(entries, kept, strict=True) if ok)
        return kept


def _ignore(_seconds: float) -> None:
    pass


def _given(name: str, *columns: ColumnElement[Any]) -> CTE:
    """Reads rows that are handed over as one JSON object of lists. Both databases have `json_each` for
    objects."""
    lists = func.json_each(bindparam(name, type_=JSON)).table_valued(column("value", JSON), name=name)
    items = [_item(lists.c.value[place], each) for place, each in enumerate(columns)]
    return select(*items).select_from(lists).cte(f"{name}_rows")


def _item(item: Any, like: ColumnElement[Any]) -> ColumnElement[Any]:
    """Reads one value. A number with a fraction stays as it is: as a text it would lose digits."""
    found = item.as_float() if isinstance(like.type, Double) else cast(item.as_string(), like.type)
    return found.label(like.key)


_MADE = _given("made", *picks.c)
_LIVE = (
    select(duels.c.id)
    .where(duels.c.id.in_(select(_MADE.c.duel)), duels.c.status == Status.LIVE)
    .order_by(duels.c.id)  # all processes lock in the same order, so there is no deadlock
    .with_for_update(key_share=True)
    .cte("live")
)
_KNOWN_BY = picks.c.duel, picks.c.turn, picks.c.seat, picks.c.token
SAVE_PICKS = (
    upsert(picks)
    .from_select(picks.c.keys(), select(*_MADE.c).where(_MADE.c.duel == _LIVE.c.id))
    .on_conflict_do_nothing()
    .returning(*_KNOWN_BY)
)
"""Saves those picks that are new, of duels that are still live."""
OUR_PICKS = select(*_KNOWN_BY).where(*(each == _MADE.c[each.name] for each in picks.c))
_ENDED = _given("ended", duels.c.id, duels.c.status, duels.c.winner, duels.c.reason, duels.c.ended)
_OF_ENDED = duels.c.id == _ENDED.c.id
END = (
    update(duels)
    .where(_OF_ENDED, duels.c.status == Status.LIVE)
    .values({each.key: each for each in _ENDED.c if each.key != "id"} | {"untold": True})
    .returning(duels.c.id)
)
OUR_ENDS = select(duels.c.id).where(
    _OF_ENDED, *(duels.c[name] == _ENDED.c[name] for name in ("status", "reason", "ended"))
)


async def append(database: Database, entries: Sequence[Entry]) -> list[bool]:
    """Saves all entries in one commit; False for an entry that contradicts what is already saved. Without
    endings this is one statement, which commits itself."""
    if all(entry.ending is None for entry in entries):
        return await _save(database.execute, entries)
    async with database.writing(in_line=False) as link:
        kept = await _save(link.execute, entries)
        ending = [entry for entry, ok in zip(entries, kept, strict=True) if ok and entry.ending]
        ended = await _end(link.execute, ending)
    return [
        ok and (entry.ending is None or entry.duel in ended) for entry, ok in zip(entries, kept, strict=True)
    ]


async def _save(execute: Execute, entries: Sequence[Entry]) -> list[bool]:
    made = [pick for entry in entries for pick in entry.picks]
    if not made:
        return [True for _ in entries]
    given = {"made": _json(pick.row for pick in made)}
    saved = {*await execute(SAVE_PICKS, given)}
    if len(saved) < len(made):
        saved |= {*await execute(OUR_PICKS, given)}
    return [all(pick.row[:4] in saved for pick in entry.picks) for entry in entries]


async def _end(execute: Execute, entries: Sequence[Entry]) -> set[int]:
    if not entries:
        return set()
    given = {"ended": _json(entry.end for entry in entries)}
    ended = {*(await execute(END, given)).scalars()}
    if len(ended) < len(entries):
        ended |= {*(await execute(OUR_ENDS, given)).scalars()}
    return ended


def _json(rows: Iterable[Sequence[Any]]) -> dict[str, Sequence[Any]]:
    return {str(number): row for number, row in enumerate(rows)}
