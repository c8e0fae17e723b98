"""Fills a database through the code of an earlier commit. It runs there, and imports nothing of today.

Up to b98e672, `tests.bot.people` opens a house for Ann, Ben and Cleo; since then `tests.support.arenas` does.
"""

import asyncio
import datetime
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from sqlalchemy import insert, update

VALUES: dict[str, dict[str, Any]] = {
    "puzzles": {
        "guild": 10,
        "day": datetime.date(2026, 11, 16),
        "person": 1,
        "token": "b",
        "solved": True,
        "shared": True,
        "at": 1_000_000.0,
    },
    "letters": {"id": 5, "body": "{}", "at": 1_000_000.0},
    "channels": {"guild": 11, "channel": 21},
}
"""Rows of tables that need Discord, or people who press, to be written otherwise."""
LAST_TO_ADD_SERVERS = Path("migrations/versions/0008_repair.py")
"""The last step that adds the rows of servers with duels; later databases have them from Discord."""


@dataclass
class Parts:
    """The parts of a house or a rig, wherever that commit keeps them."""

    names: Any
    evening: Any
    tables: Any
    database: Any
    ledger: Any
    now: Callable[[], float]
    close: Callable[[], Awaitable[None]]


async def _open(address: str) -> Parts:
    if find_spec("tests.bot.people") is None:
        names = import_module("tests.support.arenas")
        rig = await names.open_rig(address)
        tables = import_module("bot.database.schema").metadata.tables
        return Parts(names, rig, tables, rig.database, rig.ledger, rig.time, rig.close)
    names = import_module("tests.bot.people")
    evening = await names.open_house(address)
    tables = import_module("bot.schema").metadata.tables
    ledger = getattr(evening.storage, "ledger", None)
    return Parts(names, evening, tables, evening.storage.database, ledger, evening.hands, evening.house.close)


async def fill(address: str) -> None:
    parts = await _open(address)
    ann, ben, cleo = parts.names.ANN, parts.names.BEN, parts.names.CLEO
    await _finish(parts, ann, ben)
    await _leave_open(parts.evening, ann, ben, cleo)
    storage = parts.evening.storage
    await storage.block(ann, cleo)
    await storage.set_notify(ben, on=True)
    await storage.set_note("evening", "kept")
    await _insert(parts.database, parts.tables)
    await parts.close()


async def _insert(database: Any, tables: Any) -> None:
    guilds = tables["guilds"]
    async with database.transaction() as connection:
        await connection.execute(insert(guilds).values(id=11, threads=True))
        if LAST_TO_ADD_SERVERS.exists():
            await connection.execute(insert(guilds).values(id=10))
        for name, values in VALUES.items():
            if name in tables:
                known = {key: value for key, value in values.items() if key in tables[name].c}
                await connection.execute(insert(tables[name]).values(**known))
        if "role" in guilds.c:
            await connection.execute(update(guilds).where(guilds.c.id == 11).values(role=31))


async def _finish(parts: Parts, ann: int, ben: int) -> None:
    """Three duels that ended, and where there are ratings, a reset between them."""
    evening = parts.evening
    first = await evening.duel()
    await evening.arena.pick(first.id, ann, "7", 1)
    await evening.arena.pick(first.id, ben, "3", 1)
    await evening.arena.resign(first.id, ben)
    if parts.ledger is not None:
        await parts.ledger.reset(10, "highlow", ann, parts.now())
    second = await evening.duel()
    await evening.arena.pick(second.id, ann, "7", 1)
    await evening.arena.pick(second.id, ben, "3", 1)
    await evening.arena.resign(second.id, ann)
    await evening.arena.void((await evening.duel()).id)


async def _leave_open(evening: Any, ann: int, ben: int, cleo: int) -> None:
    """A live duel in the middle of its second turn, with a vote where there are votes, and a challenge."""
    live = await evening.duel()
    await evening.arena.place(live.id, 20, 40)
    if hasattr(evening.arena, "vote"):
        await evening.arena.vote(live.id, cleo, 0)
    await evening.arena.pick(live.id, ann, "7", 1)
    await evening.arena.pick(live.id, ben, "3", 1)
    await evening.arena.pick(live.id, ann, "5", 2)
    await evening.challenge(challenged=None, by=cleo)


if __name__ == "__main__":
    asyncio.run(fill(sys.argv[1]))
