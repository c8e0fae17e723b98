"""Big reads on a server: they may take long, and one that takes too long is no outage."""

import asyncio
import gc
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import bindparam, func, select, text

from bot.database.postgres.connection import Connection
from tests.support.arenas import ArenaRig, open_rig
from tests.support.postgres.proxy import in_front_of

SLEEP = select(func.coalesce(func.pg_sleep(bindparam("seconds")).is_(None), False))
SOON = 4.0


@pytest.fixture
async def rig(postgresql: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[ArenaRig]:
    """On a server, and with limits that can be waited for."""
    monkeypatch.setattr("bot.database.postgres.pool.LIMIT", 0.3)
    monkeypatch.setattr("bot.database.postgres.pool.LONG_LIMIT", 1.0)
    opened = await open_rig(postgresql)
    yield opened
    await opened.close()


async def test_a_big_read_may_take_longer_than_others(rig: ArenaRig) -> None:
    async with rig.database.reading_beside() as connection:
        await connection.execute(SLEEP, {"seconds": 0.6})
    with pytest.raises(TimeoutError):
        async with rig.database.reading() as connection:
            await connection.execute(SLEEP, {"seconds": 0.6})


async def test_a_big_read_that_takes_too_long_is_no_outage_and_cuts_nobody_else(rig: ArenaRig) -> None:

    async def at_once() -> set[int]:
        """The processes of the server behind two connections."""
        async with rig.database.reading() as one, rig.database.reading() as another:
            return {(await link.execute(text("SELECT pg_backend_pid()"))).scalar() for link in (one, another)}

    made = await at_once()
    with pytest.raises(TimeoutError):
        async with rig.database.reading_beside() as connection:
            await connection.execute(SLEEP, {"seconds": 30})
    assert rig.database.trouble is None
    assert len(made & await at_once()) == 1
    async with asyncio.timeout(SOON), rig.database.reading_beside() as connection:
        assert (await connection.execute(text("SELECT 1"))).scalar() == 1


async def test_a_big_read_gives_up_soon_when_the_server_is_silent(postgresql: str) -> None:
    async with in_front_of(postgresql) as (proxy, address):
        rig = await open_rig(address)
        async with rig.database.reading_beside() as connection:
            await connection.execute(text("SELECT 1"))
        proxy.silence_all()
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2 * SOON) as limit, rig.database.reading_beside():
                pass
        assert not limit.expired()
        assert rig.database.trouble is not None
        proxy.resume()
        await rig.close()


async def test_a_connection_that_was_closed_is_not_kept_in_memory(rig: ArenaRig) -> None:
    """A crowd gets connections beside those that are kept, which are closed afterwards."""

    async def read() -> None:
        async with rig.database.reading() as connection:
            await connection.execute(text("SELECT 1"))

    others = {id(each) for each in gc.get_objects() if isinstance(each, Connection) and each.is_closed()}
    for _ in range(3):
        await asyncio.gather(*(read() for _ in range(8)))
    gc.collect()
    links = [each for each in gc.get_objects() if isinstance(each, Connection) and id(each) not in others]
    assert links
    assert not [link for link in links if link.is_closed()]
