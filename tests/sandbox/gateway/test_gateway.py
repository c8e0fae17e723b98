"""The gateway: how a bot comes in, stays in, comes back having missed nothing, and is shown the door."""

import asyncio
import zlib
from typing import Any

import aiohttp
import discord
import orjson
import pytest

from sandbox import Sandbox, World
from sandbox.gateway import session as sessions
from sandbox.world.permissions import Permission
from tests.sandbox.conftest import INTENTS, Bot, Launch


@pytest.fixture
def sandbox(sandbox: Sandbox) -> Sandbox:
    """A thousand times as fast, so that nobody waits for the next IDENTIFY."""
    sandbox.limits.speed = 1000.0
    return sandbox


async def test_a_bot_learns_of_its_guilds_and_channels(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    assert bot.heard[:2] == ["READY", "GUILD_CREATE"]
    assert [guild.name for guild in bot.guilds] == ["The Arena"]
    assert [channel.name for channel in bot.guilds[0].text_channels] == ["duels", "lounge"]
    assert bot.guilds[0].me.id == sandbox.world.bot.id
    assert bot.guilds[0].member_count == 3
    assert [member.display_name for member in bot.guilds[0].members] == ["Gauntlet"]


async def test_with_the_members_intent_a_bot_learns_of_everyone(launch: Launch) -> None:
    bot = await launch(Bot(discord.Intents(guilds=True, members=True)))
    assert [member.display_name for member in bot.guilds[0].members] == ["Gauntlet", "Ann", "Bob"]


async def test_heartbeats_are_acknowledged_a_moment_later(launch: Launch) -> None:
    bot = await launch(Bot())
    async with asyncio.timeout(2):
        while not bot.latency < 1:
            await asyncio.sleep(0.005)
    assert bot.latency >= 0.005


async def test_a_dropped_socket_is_resumed_without_losing_an_event(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()
    said: list[str] = []

    async def on_message(message: discord.Message) -> None:
        said.append(message.clean_content)

    bot.event(on_message)
    await launch(bot)
    ann = sandbox.person("Ann").go_to_dms()
    ann.say("before")
    await bot.hears("MESSAGE_CREATE")
    sandbox.faults.drop_sockets()
    for number in range(20):
        ann.say(str(number))
    await bot.hears("RESUMED")
    ann.say("after")
    async with asyncio.timeout(5):
        while "after" not in said:
            await asyncio.sleep(0.005)
    assert said == ["before", *map(str, range(20)), "after"]
    assert bot.heard.count("READY") == 1
    assert sandbox.gateway.identified == 1


async def test_an_interaction_during_a_broken_connection_is_answered_after_the_resume(
    sandbox: Sandbox, launch: Launch
) -> None:
    bot = Bot()

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Went.")

    await launch(bot)
    sandbox.faults.drop_sockets()
    reply = await sandbox.person("Ann").slash("go")
    assert reply.message is not None
    assert reply.message.text == "Went."
    assert "RESUMED" in bot.heard


async def test_asked_to_reconnect_a_bot_resumes(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    sandbox.faults.ask_to_reconnect()
    await bot.hears("RESUMED")
    assert sandbox.gateway.identified == 1


async def test_an_invalid_session_that_may_be_resumed_is(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    sandbox.faults.invalidate_sessions(resumable=True)
    await bot.hears("RESUMED")
    assert sandbox.gateway.identified == 1


async def test_an_invalid_session_makes_a_bot_identify_anew(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    bot.heard.clear()
    sandbox.faults.invalidate_sessions(resumable=False)
    await bot.hears("READY")
    assert "RESUMED" not in bot.heard
    assert sandbox.gateway.identified == 2


async def test_a_refused_resume_makes_a_bot_identify_anew(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    bot.heard.clear()
    sandbox.faults.refuse_resume()
    sandbox.faults.drop_sockets()
    await bot.hears("READY")
    assert "RESUMED" not in bot.heard
    assert sandbox.gateway.identified == 2


async def test_a_session_cannot_be_resumed_for_ever(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    bot.heard.clear()
    [session] = sandbox.gateway.connected
    socket = session.socket
    assert socket is not None
    sandbox.faults.drop_sockets()
    sandbox.gateway.lose(session, socket)
    sandbox.clock.advance(200)
    await bot.hears("READY")
    assert "RESUMED" not in bot.heard


async def test_two_shards_each_hear_of_their_own_guilds_and_shard_0_of_direct_messages(
    sandbox: Sandbox, launch: Launch
) -> None:
    for number in range(5):
        sandbox.world.add_guild(f"Guild {number}", people=["Ann"])
    heard: list[tuple[int, str]] = []
    bots = []
    for shard in (0, 1):
        bot = Bot(shard_id=shard, shard_count=2)
        shard_id = shard

        async def on_message(message: discord.Message, shard_id: int = shard_id) -> None:
            heard.append((shard_id, message.guild.name if message.guild else "direct"))

        bot.event(on_message)
        bots.append(await launch(bot))
    names = [{guild.name for guild in bot.guilds} for bot in bots]
    assert len(names[0]) == len(names[1]) == 3
    assert not names[0] & names[1]
    assert all(guild.id >> 22 & 1 == shard for shard in (0, 1) for guild in bots[shard].guilds)
    ann = sandbox.person("Ann")
    for guild in sandbox.world.guilds.values():
        ann.go_to(next(iter(guild.channels.values()))).say("Hello!")
    ann.go_to_dms().say("Hello?")
    async with asyncio.timeout(5):
        while len(heard) < 7:
            await asyncio.sleep(0.005)
    assert {(shard, name) for shard, name in heard if name != "direct"} == {
        (shard, name) for shard in (0, 1) for name in names[shard]
    }
    assert [shard for shard, name in heard if name == "direct"] == [0]


async def test_an_autosharded_client_asks_how_many_shards_to_run(sandbox: Sandbox, launch: Launch) -> None:
    class Sharded(discord.AutoShardedClient):
        async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
            """Real bots wait five seconds here."""

    sandbox.gateway.recommended_shards = 2
    sandbox.world.add_guild("The Other Arena")
    bot = await launch(Sharded(intents=INTENTS, guild_ready_timeout=0.05))
    assert sorted(bot.shards) == [0, 1]
    assert {guild.name for guild in bot.guilds} == {"The Arena", "The Other Arena"}
    assert sorted(session.shard for session in sandbox.gateway.connected) == [(0, 2), (1, 2)]


async def test_events_come_only_to_those_who_asked_for_them(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot(discord.Intents(guilds=True)))
    ann = sandbox.person("Ann")
    ann.say("Hello!")
    sandbox.world.add_channel(sandbox.world.guild("The Arena"), "late")
    await bot.hears("CHANNEL_CREATE")
    assert "MESSAGE_CREATE" not in bot.heard


async def test_a_bot_hears_nothing_from_a_channel_it_cannot_see(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    ann = sandbox.person("Ann")
    sandbox.faults.take_permission(ann.channel, Permission.VIEW_CHANNEL)
    sandbox.faults.delete_message(ann.say("Among ourselves."))
    sandbox.world.add_channel(sandbox.world.guild("The Arena"), "late")
    await bot.hears("CHANNEL_CREATE")
    assert not {"MESSAGE_CREATE", "MESSAGE_DELETE"} & set(bot.heard)


async def test_other_peoples_words_are_blank_without_the_content_intent(
    sandbox: Sandbox, launch: Launch
) -> None:
    texts: dict[str, list[str]] = {"plain": [], "reading": []}

    async def run(name: str, intents: discord.Intents) -> Bot:
        bot = Bot(intents)

        async def on_message(message: discord.Message) -> None:
            texts[name].append(message.content)

        bot.event(on_message)
        await launch(bot)
        return bot

    await run("plain", INTENTS)
    reading = discord.Intents(guilds=True, guild_messages=True, message_content=True)
    await run("reading", reading)
    ann = sandbox.person("Ann")
    ann.say("A secret.")
    ann.say(f"<@{sandbox.world.bot.id}> hello")
    async with asyncio.timeout(5):
        while len(texts["plain"]) < 2 or len(texts["reading"]) < 2:
            await asyncio.sleep(0.005)
    assert texts["plain"] == ["", f"<@{sandbox.world.bot.id}> hello"]
    assert texts["reading"] == ["A secret.", f"<@{sandbox.world.bot.id}> hello"]


async def test_members_are_sent_when_they_are_asked_for(launch: Launch) -> None:
    bot = await launch(Bot(discord.Intents(guilds=True, members=True), chunk_guilds_at_startup=False))
    members = await bot.guilds[0].query_members("bo")
    assert [member.display_name for member in members] == ["Bob"]


def frame(op: int, data: Any) -> str:
    return orjson.dumps({"op": op, "d": data}).decode()


@pytest.mark.parametrize(
    ("frames", "code"),
    [
        (["this is not JSON"], 4002),
        (["[]"], 4002),
        ([frame(99, None)], 4001),
        ([frame(3, {})], 4003),
        ([frame(2, "token")], 4002),
        ([frame(2, {"token": "wrong", "intents": 1})], 4004),
        ([frame(6, {"token": "wrong"})], 4004),
        ([frame(2, {"token": "TOKEN", "intents": "all"})], 4013),
        ([frame(2, {"token": "TOKEN", "intents": 1 << 40})], 4013),
        ([frame(2, {"token": "TOKEN", "intents": 1 << 15})], 4014),
        ([frame(2, {"token": "TOKEN", "intents": 1, "shard": [2, 2]})], 4010),
        ([frame(2, {"token": "TOKEN", "intents": 1, "shard": "0"})], 4010),
        ([frame(2, {"token": "TOKEN", "intents": 1})] * 2, 4005),
        ([frame(6, {"token": "TOKEN", "session_id": 1, "seq": "x"})], 4002),
    ],
)
async def test_a_bad_frame_closes_the_socket_with_discords_code(
    sandbox: Sandbox, frames: list[str], code: int
) -> None:
    sandbox.gateway.grants_privileged = False
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{sandbox.gateway.url}?v=10") as socket:
        for text in frames:
            await socket.send_str(text.replace("TOKEN", sandbox.token))
        assert await closed_with(socket) == code


async def test_another_api_version_is_refused(sandbox: Sandbox) -> None:
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{sandbox.gateway.url}?v=9") as socket:
        assert await closed_with(socket) == 4012


async def test_a_bot_without_a_heartbeat_is_dropped(sandbox: Sandbox) -> None:
    sandbox.gateway.heartbeat_interval = 0.02
    async with aiohttp.ClientSession() as http, http.ws_connect(f"{sandbox.gateway.url}?v=10") as socket:
        assert await closed_with(socket) == 4009


async def test_frames_are_one_zlib_stream_when_asked_for(sandbox: Sandbox) -> None:
    url = f"{sandbox.gateway.url}?v=10&encoding=json&compress=zlib-stream"
    async with aiohttp.ClientSession() as http, http.ws_connect(url) as socket:
        stream = zlib.decompressobj()
        hello = orjson.loads(stream.decompress((await socket.receive()).data))
        await socket.send_str(frame(2, {"token": sandbox.token, "intents": 1}))
        ready = orjson.loads(stream.decompress((await socket.receive()).data))
    assert hello["d"] == {"heartbeat_interval": 41250}
    assert (ready["t"], ready["s"], ready["d"]["user"]["username"]) == ("READY", 1, "Gauntlet")


async def test_what_a_bot_has_acknowledged_is_not_kept(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "EVENTS_KEPT", 3)
    session = sessions.Session((0, 1), 1, world.bot.id)
    for number in range(5):
        session.send("EVENT", str(number).encode())
    assert session.missed_since(1) is None
    missed = session.missed_since(3)
    assert missed is not None
    assert [orjson.loads(event)["d"] for event in missed] == [3, 4]
    session.acknowledge(4)
    assert session.missed_since(3) is None
    assert session.missed_since(6) is None


async def closed_with(socket: aiohttp.ClientWebSocketResponse) -> int | None:
    while not (await socket.receive(timeout=5)).type.name.startswith("CLOS"):
        pass
    return socket.close_code
