"""Rate limits, and everything that goes wrong on request."""

import asyncio
import time

import aiohttp
import discord
import pytest

from sandbox import NotAsExpected, Sandbox
from sandbox.server.ratelimit import Rate
from tests.sandbox.conftest import Api, Bot, Launch

SEND = "POST /channels/{channel_id}/messages"


@pytest.fixture
async def channel(launch: Launch) -> discord.TextChannel:
    """#duels, as the bot sees it."""
    bot = await launch(Bot())
    found = bot.guilds[0].text_channels[0]
    assert isinstance(found, discord.TextChannel)
    return found


async def test_every_answer_tells_where_its_bucket_stands(api: Api) -> None:
    path = f"/channels/{api.sandbox.person('Ann').channel.id}/messages"
    await api("POST", path, {"content": "One."})
    first = dict(api.headers)
    await api("POST", path, {"content": "Two."})
    assert (first["X-RateLimit-Limit"], first["X-RateLimit-Remaining"]) == ("5", "4")
    assert api.headers["X-RateLimit-Remaining"] == "3"
    assert api.headers["X-RateLimit-Bucket"] == first["X-RateLimit-Bucket"]
    assert 4 < float(first["X-RateLimit-Reset-After"]) <= 5
    assert abs(float(first["X-RateLimit-Reset"]) - time.time() - 5) < 1
    assert api.headers["Content-Type"] == "application/json"


async def test_one_request_too_many_is_a_429_until_the_bucket_resets(api: Api) -> None:
    path = f"/channels/{api.sandbox.person('Ann').channel.id}/messages"
    statuses = [(await api("POST", path, {"content": f"{n}"}))[0] for n in range(6)]
    assert statuses == [200] * 5 + [429]
    status, body = await api("POST", path, {"content": "x"})
    assert (status, body["message"], body["global"]) == (429, "You are being rate limited.", False)
    assert 0 < body["retry_after"] <= 5
    assert api.headers["X-RateLimit-Scope"] == "user"
    assert api.headers["Via"]
    assert int(api.headers["Retry-After"]) >= 1
    other = next(c for c in api.sandbox.world.channels.values() if c.name == "lounge")
    assert (await api("POST", f"/channels/{other.id}/messages", {"content": "x"}))[0] == 200
    api.sandbox.clock.advance(5.1)
    assert (await api("POST", path, {"content": "x"}))[0] == 200


async def test_fifty_requests_a_second_are_the_global_limit_and_interactions_are_exempt(api: Api) -> None:
    api.sandbox.limits.rates["GET /users/@me"] = Rate(1000, 1.0)
    statuses = [(await api("GET", "/users/@me"))[0] for _ in range(51)]
    assert statuses == [200] * 50 + [429]
    _, body = await api("GET", "/users/@me")
    assert body["global"] is True
    assert api.headers["X-RateLimit-Global"] == "true"
    status, body = await api("POST", "/interactions/1/x/callback", {"type": 6})
    assert (status, body["code"]) == (404, 10062)


async def test_discord_py_keeps_to_a_bucket_by_itself(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    sandbox.limits.rates[SEND] = Rate(2, 0.1)
    await asyncio.gather(*(channel.send(str(number)) for number in range(6)))
    assert len(sandbox.person("Ann").sees().messages) == 6
    assert {e.status for e in sandbox.traffic.matching("POST", "/messages")} == {200}


async def test_limits_can_be_switched_off_for_a_load_test(api: Api) -> None:
    api.sandbox.limits.enforced = False
    path = f"/channels/{api.sandbox.person('Ann').channel.id}/messages"
    statuses = {(await api("POST", path, {"content": f"{n}"}))[0] for n in range(60)}
    assert statuses == {200}


async def test_429s_on_request_are_waited_out(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    sandbox.faults.rate_limit("POST /channels", retry_after=0.02, times=2)
    sandbox.faults.rate_limit_globally(retry_after=0.02)
    await channel.send("At last.")
    assert [e.status for e in sandbox.traffic.matching("POST", "/messages")] == [429, 429, 429, 200]
    assert sandbox.person("Ann").sees().text == "At last."


async def test_500_and_502_are_tried_again(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    sandbox.faults.answer(500, "POST /channels")
    sandbox.faults.answer(502, "GET /channels")
    sent, _ = await asyncio.gather(channel.send("Once."), anext(channel.history(limit=1), None))
    assert [e.status for e in sandbox.traffic.matching("POST", "/messages")] == [500, 200]
    assert [e.status for e in sandbox.traffic.matching("GET", "/messages")] == [502, 200]
    assert [message.id for message in sandbox.person("Ann").sees().messages] == [sent.id]


async def test_a_late_500_hides_that_a_callback_has_worked(sandbox: Sandbox, launch: Launch) -> None:
    bot = Bot()
    codes: asyncio.Queue[int] = asyncio.Queue()

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        try:
            await interaction.response.send_message("Went.")
        except discord.HTTPException as error:
            codes.put_nowait(error.code)

    await launch(bot)
    ann = sandbox.person("Ann")
    sandbox.faults.answer(500, "callback", late=True)
    await ann.slash("go")
    assert ann.sees().text == "Went."
    assert await codes.get() == 40060


async def test_a_slow_answer_is_still_an_answer(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    sandbox.faults.delay(0.05, "POST /channels")
    began = time.monotonic()
    await channel.send("Slowly.")
    assert time.monotonic() - began >= 0.05
    assert sandbox.person("Ann").sees().text == "Slowly."


async def test_a_broken_connection_reaches_the_bot_as_one(
    sandbox: Sandbox, channel: discord.TextChannel
) -> None:
    sandbox.faults.break_connection("POST /channels")
    with pytest.raises(aiohttp.ClientConnectionError):
        await channel.send("Hello?")
    assert not sandbox.person("Ann").sees().messages
    await channel.send("Again.")
    assert sandbox.person("Ann").sees().text == "Again."


async def test_a_fault_strikes_as_often_as_it_was_asked_to(api: Api) -> None:
    api.sandbox.faults.answer(503, "GET /users/@me", times=2)
    assert [(await api("GET", "/users/@me"))[0] for _ in range(3)] == [503, 503, 200]
    api.sandbox.faults.answer(503, times=9)
    api.sandbox.faults.clear()
    assert (await api("GET", "/users/@me"))[0] == 200


async def test_a_message_that_vanishes_is_told_of(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    said = sandbox.person("Ann").say("Here.")
    sandbox.faults.delete_message(said)
    await bot.hears("MESSAGE_DELETE")
    assert not sandbox.person("Bob").sees().messages


async def test_a_guild_can_go_dark_come_back_and_vanish(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    seen: list[str] = []
    for name in ("unavailable", "available", "remove"):

        async def note(_: discord.Guild, name: str = name) -> None:
            seen.append(name)

        note.__name__ = f"on_guild_{name}"
        bot.event(note)
    guild = sandbox.world.guild("The Arena")
    ann = sandbox.person("Ann")
    ann.say("Before.")
    sandbox.faults.black_out(guild)
    sandbox.faults.restore(guild)
    assert ann.sees().text == "Before."
    sandbox.faults.delete_guild(guild)
    async with asyncio.timeout(5):
        while len(seen) < 3:
            await asyncio.sleep(0.005)
    assert seen == ["unavailable", "available", "remove"]


async def test_nobody_answers_when_no_bot_is_there(sandbox: Sandbox) -> None:
    sandbox.platform.commands.put(None, {"name": "go", "description": "Go."})
    ann = sandbox.person("Ann")
    waiting = asyncio.create_task(ann.slash("go"))
    await asyncio.sleep(0)
    sandbox.clock.advance(3.1)
    with pytest.raises(NotAsExpected, match="The bot did not answer Ann's /go in time"):
        await waiting
