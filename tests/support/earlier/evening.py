"""Fills a database through the code of an earlier commit. It runs there, and imports nothing of today.

Every earlier commit has `tests.bot.people`, with Ann, Ben and Cleo in a house of their own.
"""

import asyncio
import datetime
import sys
from importlib import import_module
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


async def fill(address: str) -> None:
    people: Any = import_module("tests.bot.people")
    tables = import_module("bot.schema").metadata.tables
    evening = await people.open_house(address)
    ann, ben, cleo = people.ANN, people.BEN, people.CLEO
    await _finish(evening, ann, ben)
    await _leave_open(evening, ann, ben, cleo)
    storage = evening.storage
    await storage.block(ann, cleo)
    await storage.set_notify(ben, on=True)
    await storage.set_note("evening", "kept")
    async with storage.database.transaction() as connection:
        await connection.execute(insert(tables["guilds"]).values(id=11, threads=True))
        for name, values in VALUES.items():
            if name in tables:
                known = {key: value for key, value in values.items() if key in tables[name].c}
                await connection.execute(insert(tables[name]).values(**known))
        if "role" in tables["guilds"].c:
            await connection.execute(
                update(tables["guilds"]).where(tables["guilds"].c.id == 11).values(role=31)
            )
    await evening.house.close()


async def _finish(evening: Any, ann: int, ben: int) -> None:
    """Three duels that ended, and where there are ratings, a reset between them."""
    first = await evening.duel()
    await evening.arena.resign(first.id, ben)
    ledger = getattr(evening.storage, "ledger", None)
    if ledger is not None:
        await ledger.reset(10, "highlow", ann, evening.hands.time)
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
