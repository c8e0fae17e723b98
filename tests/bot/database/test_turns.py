"""Processes on one server take turns; a file has only one process."""

import asyncio
import time

import pytest

from bot.database import open_database
from bot.process.shards import Shards
from tests.support.databases import server_link

HELD = 0.4


async def test_the_next_process_waits_as_long_as_it_is_told(postgresql: str) -> None:
    first = await open_database(postgresql, shards=Shards((0,), 2))
    second = await open_database(postgresql, shards=Shards((1,), 2))
    try:
        await first.take_turn(0, HELD)
        began = time.monotonic()
        await second.take_turn(1, HELD)
        assert time.monotonic() - began < HELD
        await second.take_turn(0, HELD)
        assert time.monotonic() - began >= HELD * 0.9
    finally:
        await first.close()
        await second.close()


async def test_a_process_that_ends_leaves_its_turn(postgresql: str) -> None:
    first = await open_database(postgresql, shards=Shards((0,), 2))
    await first.take_turn(0, 60.0)
    await first.close()
    second = await open_database(postgresql, shards=Shards((1,), 2))
    try:
        async with asyncio.timeout(5):
            await second.take_turn(0, HELD)
    finally:
        await second.close()


async def test_waiting_can_be_given_up(postgresql: str) -> None:
    database = await open_database(postgresql)
    try:
        await database.take_turn(0, 60.0)
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(HELD):
                await database.take_turn(0, 60.0)
        async with server_link(postgresql) as link:
            query = (
                "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND NOT granted"
            )
            assert await link.fetchval(query) == 0
    finally:
        await database.close()


async def test_a_file_needs_no_turns(sqlite: str) -> None:
    database = await open_database(sqlite)
    try:
        async with asyncio.timeout(HELD):
            await database.take_turn(0, 60.0)
            await database.take_turn(0, 60.0)
    finally:
        await database.close()
