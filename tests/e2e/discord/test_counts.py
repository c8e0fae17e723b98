"""/about counts the servers of all processes."""

import asyncio

import pytest

from bot.client import Gauntlet
from bot.process.shards import Shards
from sandbox import Sandbox, World
from sandbox.world.snowflake import shard_of
from tests.support.evening import Evening, private_text
from tests.support.processes import running


@pytest.fixture
def world() -> World:
    return World.of({f"Guild {number}": [f"Ann{number}"] for number in range(5)})


async def about(sandbox: Sandbox, bot: Gauntlet) -> str:
    async with asyncio.timeout(20):
        await bot.wait_until_ready()
    guild = next(each for each in sandbox.world.guilds.values() if shard_of(each.id, 2) == 0)
    return private_text(await sandbox.person(f"Ann{guild.name.split()[-1]}").slash("about"))


async def test_one_process_counts_exactly(evening: Evening) -> None:
    assert "In 5 servers" in await about(evening.sandbox, evening.bot)


async def test_one_of_several_processes_counts_the_servers_of_all(sandbox: Sandbox, postgresql: str) -> None:
    async with running(sandbox, postgresql, Shards((0,), 2)) as (bot, _):
        assert "In about 5 servers" in await about(sandbox, bot)
        before = len(sandbox.traffic.matching("GET", "applications/@me"))
        await about(sandbox, bot)
        assert len(sandbox.traffic.matching("GET", "applications/@me")) == before


async def test_when_discord_does_not_say_the_count_of_the_start_is_told(
    sandbox: Sandbox, postgresql: str
) -> None:
    async with running(sandbox, postgresql, Shards((0,), 2)) as (bot, _):
        sandbox.faults.answer(403, "GET /oauth2/applications/@me", times=5)
        sandbox.faults.answer(403, "GET /applications/@me", times=5)
        assert "In about 5 servers" in await about(sandbox, bot)
