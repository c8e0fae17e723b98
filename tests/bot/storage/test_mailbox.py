"""Letters between processes: taken once, and never left lying."""

import asyncio
import time
from collections.abc import AsyncIterator

import pytest

from bot.database.postgres.server import PostgresServer
from bot.process.shards import Shards
from bot.storage.mailbox import Mailbox
from tests.support.databases import rows

GUILD = 1 << 22
"""A guild of the second of two shards."""


@pytest.fixture
async def database(postgresql: str) -> AsyncIterator[PostgresServer]:
    opened = await PostgresServer.open(postgresql)
    yield opened
    await opened.close()


async def until_empty(address: str) -> None:
    async with asyncio.timeout(5):
        while await rows(address, "SELECT id FROM letters"):
            await asyncio.sleep(0.01)


async def until_listening(address: str) -> None:
    async with asyncio.timeout(5):
        while not await rows(address, "SELECT 1 FROM pg_stat_activity WHERE query ILIKE 'listen%'"):
            await asyncio.sleep(0.01)


async def test_a_letter_is_deleted_as_soon_as_it_is_taken(database: PostgresServer, postgresql: str) -> None:
    sender, receiver = (Mailbox(database, Shards((shard,), 2), time.time) for shard in (0, 1))
    taken: asyncio.Queue[str] = asyncio.Queue()
    receiver.open(taken.put_nowait)
    try:
        await until_listening(postgresql)
        sending = asyncio.create_task(sender.send(1, GUILD, "a press"))
        async with asyncio.timeout(5):
            assert await taken.get() == "a press"
        assert await rows(postgresql, "SELECT id FROM letters") == []
        assert await sending
    finally:
        await receiver.close()


async def test_a_letter_is_left_to_the_process_that_keeps_its_guild(
    database: PostgresServer, postgresql: str
) -> None:
    first, taken = Mailbox(database, Shards((0,), 2), time.time), list[str]()
    first.open(taken.append)
    try:
        await until_listening(postgresql)
        theirs, ours = first.send(1, GUILD, "not for us"), first.send(2, 0, "for us")
        assert [*await asyncio.gather(theirs, ours)] == [False, True]
        assert taken == ["for us"]
    finally:
        await first.close()


async def test_old_letters_are_deleted_at_the_start_and_regularly(
    database: PostgresServer, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.storage.mailbox.CLEAR_EVERY", 0.05)
    leave = f"INSERT INTO letters (id, body, at) VALUES (5, '', {time.time() - 100})"  # noqa: S608
    await rows(postgresql, leave)
    mailbox = Mailbox(database, Shards((0,), 2), time.time)
    mailbox.open(lambda _: None)
    try:
        await until_empty(postgresql)
        await rows(postgresql, leave)
        await until_empty(postgresql)
    finally:
        await mailbox.close()
