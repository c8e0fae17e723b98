"""When a bot may identify: in turn, a thousand times a day, and what it is told of its guilds then."""

import asyncio
from typing import Any

import aiohttp
import discord
import orjson
import pytest

from sandbox import Sandbox
from tests.sandbox.conftest import Api, Bot, Launch

IDENTIFIED, REFUSED = "READY", 9


@pytest.fixture
async def session() -> Any:
    async with aiohttp.ClientSession() as opened:
        yield opened


async def identify(sandbox: Sandbox, session: aiohttp.ClientSession, shard: int = 0) -> Any:
    """Identifies as one of four shards, and returns the first answer: the name of the event or the op."""
    socket = await session.ws_connect(f"{sandbox.gateway.url}?v=10&encoding=json")
    await socket.receive(timeout=5)
    data = {"token": sandbox.token, "intents": 1, "properties": {}, "shard": [shard, 4]}
    await socket.send_json({"op": 2, "d": data})
    message = await socket.receive(timeout=5)
    if message.type is not aiohttp.WSMsgType.TEXT:
        return socket.close_code
    frame = orjson.loads(message.data)
    assert frame["op"] != REFUSED or frame["d"] is False
    return frame["t"] or frame["op"]


async def test_one_shard_identifies_in_five_seconds(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    assert [await identify(sandbox, session, shard) for shard in (0, 1)] == [IDENTIFIED, REFUSED]
    assert sandbox.gateway.sessions_left == 998
    sandbox.clock.advance(5.1)
    assert await identify(sandbox, session, 1) == IDENTIFIED


async def test_a_shard_takes_the_turn_of_its_remainder(
    sandbox: Sandbox, session: aiohttp.ClientSession
) -> None:
    sandbox.gateway.max_concurrency = 2
    answers = [await identify(sandbox, session, shard) for shard in range(4)]
    assert answers == [IDENTIFIED, IDENTIFIED, REFUSED, REFUSED]


async def test_speed_shortens_the_turns(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    await identify(sandbox, session)
    assert 4 < sandbox.gateway.starts.wait_for(1) <= 5
    sandbox.limits.speed = 50.0
    assert sandbox.gateway.starts.wait_for(1) <= 0.1
    sandbox.clock.advance(0.11)
    assert await identify(sandbox, session, 1) == IDENTIFIED


async def test_without_limits_all_identify_at_once(sandbox: Sandbox, session: aiohttp.ClientSession) -> None:
    sandbox.limits.enforced = False
    assert {await identify(sandbox, session, shard) for shard in range(4)} == {IDENTIFIED}


async def test_a_bot_can_ask_how_many_sessions_are_left(api: Api, session: aiohttp.ClientSession) -> None:
    api.sandbox.gateway.max_concurrency = 16
    await identify(api.sandbox, session)
    api.sandbox.clock.advance(3600)
    limit = (await api("GET", "/gateway/bot"))[1]["session_start_limit"]
    left_of_day = limit.pop("reset_after") / 1000
    assert limit == {"total": 1000, "remaining": 999, "max_concurrency": 16}
    assert 86_400 - 3610 < left_of_day <= 86_400 - 3600
    api.sandbox.clock.advance(86_400)
    assert api.sandbox.gateway.sessions_left == 1000


async def test_with_no_session_left_the_token_is_reset_and_everybody_is_out(
    sandbox: Sandbox, api: Api, launch: Launch, session: aiohttp.ClientSession
) -> None:
    bot = await launch(Bot())
    token = sandbox.token
    sandbox.clock.advance(5.1)
    sandbox.gateway.sessions_left = 0
    assert await identify(sandbox, session) == 4004
    assert sandbox.token != token
    assert (await api("GET", "/users/@me", token=token))[0] == 401
    assert (await api("GET", "/users/@me"))[0] == 200
    async with asyncio.timeout(5):
        while not bot.is_closed():
            await asyncio.sleep(0.005)
    assert not sandbox.gateway.connected


async def test_a_guild_that_was_left_meanwhile_is_missing_and_nobody_is_told(
    sandbox: Sandbox, launch: Launch
) -> None:
    sandbox.limits.speed = 1000.0
    other = sandbox.world.add_guild("The Other Arena", people=["Ann"])
    bot = await launch(Bot())
    told: list[int] = []

    async def on_guild_remove(guild: discord.Guild) -> None:
        told.append(guild.id)

    bot.event(on_guild_remove)
    sandbox.faults.remove_silently(other)
    sandbox.world.add_channel(other, "unheard")
    sandbox.faults.drop_sockets()
    await bot.hears("RESUMED")
    bot.heard.clear()
    sandbox.faults.invalidate_sessions(resumable=False)
    await bot.hears("GUILD_CREATE")
    assert (bot.heard.count("GUILD_CREATE"), told) == (1, [])
    assert "CHANNEL_CREATE" not in bot.heard
    assert sandbox.person("Ann").user.id in other.members
    with pytest.raises(discord.Forbidden) as refused:
        await bot.get_partial_messageable(next(iter(other.channels))).send("Hello?")
    assert refused.value.code == 50001


async def test_121_frames_in_a_minute_close_the_connection(
    sandbox: Sandbox, session: aiohttp.ClientSession
) -> None:
    async def closed_after(frames: int) -> int | None:
        socket = await session.ws_connect(f"{sandbox.gateway.url}?v=10&encoding=json")
        for _ in range(frames):
            await socket.send_json({"op": 1, "d": None})
        await socket.close() if frames <= 120 else await _until_closed(socket)
        return socket.close_code

    assert await closed_after(120) == 1000
    assert await closed_after(121) == 4008


async def _until_closed(socket: aiohttp.ClientWebSocketResponse) -> None:
    async with asyncio.timeout(5):
        async for _ in socket:
            pass
