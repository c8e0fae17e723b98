"""Requests for members over the gateway, with and without the privileged intent."""

import asyncio
from typing import Any

import discord
import pytest

from sandbox import Sandbox
from sandbox.wire import Wire
from tests.sandbox.conftest import Bot, Launch


async def ask(bot: Bot, **wanted: Any) -> None:
    data = {"guild_id": str(bot.guilds[0].id), **wanted}
    await bot.ws.send_as_json({"op": 8, "d": data})


async def test_members_come_by_their_ids_without_any_privileged_intent(
    sandbox: Sandbox, launch: Launch
) -> None:
    bot = await launch(Bot())
    ann = sandbox.person("Ann").user.id
    found = await bot.guilds[0].query_members(user_ids=[ann, 1234], cache=False)
    assert [member.id for member in found] == [ann]


async def test_who_left_is_named_as_not_found(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    chunks: list[Wire] = []
    bot._connection.parsers["GUILD_MEMBERS_CHUNK"] = chunks.append
    ann = sandbox.person("Ann")
    sandbox.faults.remove_member(sandbox.world.guild("The Arena"), ann)
    await ask(bot, user_ids=[str(ann.user.id)], limit=0)
    await bot.hears("GUILD_MEMBERS_CHUNK")
    assert (chunks[0]["members"], chunks[0]["not_found"]) == ([], [str(ann.user.id)])


async def test_a_hundred_ids_are_the_most(sandbox: Sandbox, launch: Launch) -> None:
    sandbox.limits.speed = 1000.0
    bot = await launch(Bot())
    await ask(bot, user_ids=[str(number) for number in range(1, 101)], limit=0)
    await bot.hears("GUILD_MEMBERS_CHUNK")
    await ask(bot, user_ids=[str(number) for number in range(1, 102)], limit=0)
    bot.heard.clear()
    await bot.hears("RESUMED")
    assert "GUILD_MEMBERS_CHUNK" not in bot.heard


@pytest.mark.parametrize("wanted", [{"query": "", "limit": 0}, {"query": "a", "limit": 0}])
async def test_all_members_are_only_for_those_with_the_intent(
    sandbox: Sandbox, launch: Launch, wanted: Any
) -> None:
    bot = await launch(Bot())
    await ask(bot, **wanted)
    await _without_connections(sandbox)
    assert "GUILD_MEMBERS_CHUNK" not in bot.heard
    sandbox.clock.advance(6)
    other = await launch(Bot(discord.Intents(guilds=True, members=True), chunk_guilds_at_startup=False))
    await ask(other, **wanted)
    await other.hears("GUILD_MEMBERS_CHUNK")


async def test_the_beginning_of_a_name_finds_a_hundred_at_most(sandbox: Sandbox, launch: Launch) -> None:
    guild = sandbox.world.guild("The Arena")
    for number in range(120):
        sandbox.world.add_member(guild, f"Zoe {number}")
    bot = await launch(Bot())
    chunks: list[Wire] = []
    bot._connection.parsers["GUILD_MEMBERS_CHUNK"] = chunks.append
    await ask(bot, query="zoe", limit=110)
    await bot.hears("GUILD_MEMBERS_CHUNK")
    assert len(chunks[0]["members"]) == 100


async def _without_connections(sandbox: Sandbox) -> None:
    async with asyncio.timeout(5):
        while sandbox.gateway.connected:
            await asyncio.sleep(0.005)
