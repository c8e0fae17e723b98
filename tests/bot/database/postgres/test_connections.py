"""How many connections a process has to a server; docs/hosting.md promises how many at most."""

import asyncio
import re
from contextlib import suppress

from sqlalchemy import text

from bot.database.postgres.server import PostgresServer
from tests.support.project import ROOT

NAP = text("SELECT pg_sleep(0.05)")
PATIENCE = 30.0


async def test_a_crowd_that_does_everything_at_once_has_as_many_connections_as_is_promised(
    postgresql: str,
) -> None:
    database = await PostgresServer.open(postgresql)
    assert await database.execute(text("SELECT 1")) == [(1,)]

    async def read() -> None:
        async with database.reading() as link:
            await link.execute(NAP)

    async def read_much() -> None:
        async with database.reading_beside() as link:
            await link.execute(NAP)

    async def write(person: int) -> None:
        async with database.writing([person], in_line=False) as link:
            await link.execute(NAP)

    async def reserve(guild: int) -> None:
        async with database.reserved(guild):
            await read()

    listening = asyncio.create_task(database.listen("letters", print))
    await database.take_turn(0, PATIENCE)
    turn = asyncio.create_task(database.take_turn(0, PATIENCE))
    crowd = [
        asyncio.ensure_future(work)
        for number in range(20)
        for work in (read(), read_much(), write(number), reserve(number), database.probe())
    ]
    seen = 0
    async with asyncio.timeout(PATIENCE):
        while not all(work.done() for work in crowd):
            seen = max(seen, sum(not link.is_closed() for link in database._pool._all))
            await asyncio.sleep(0.001)
    await asyncio.gather(*crowd)
    for task in (listening, turn):
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
    await database.close()
    promised = re.search(r"never more than (\d+)", (ROOT / "docs/hosting.md").read_text(encoding="utf-8"))
    assert promised is not None
    assert seen == int(promised[1])
