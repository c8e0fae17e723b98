"""Requests and events take their time on the way, on both HTTP servers."""

import asyncio
import time

import aiohttp
import discord
import pytest

from sandbox import Sandbox, World
from sandbox.server.latency import REAL, Latency, Network
from sandbox.server.openapi import Contract
from sandbox.server.ratelimit import RateLimits
from tests.sandbox.conftest import Api, Bot, Launch

SLOW = Latency(0.1, 0.1)


async def test_a_request_takes_its_time(api: Api) -> None:
    api.sandbox.latency = SLOW
    began = time.monotonic()
    await api("GET", "/users/@me")
    assert time.monotonic() - began >= 0.1


async def test_a_request_to_the_plain_server_takes_its_time(world: World, contract: Contract) -> None:
    async with (
        Sandbox(world, contract=contract, plain_http=True) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        sandbox.latency = SLOW
        began = time.monotonic()
        assert (await Api(sandbox, session)("GET", "/users/@me"))[0] == 200
        assert time.monotonic() - began >= 0.1


async def test_a_request_takes_effect_halfway(api: Api) -> None:
    api.sandbox.latency = Latency(0.4, 0.4)
    ann = api.sandbox.person("Ann")
    sending = asyncio.create_task(api("POST", f"/channels/{ann.channel.id}/messages", {"content": "Hi."}))
    await asyncio.sleep(0.1)
    assert not ann.sees().messages
    async with asyncio.timeout(5):
        while not ann.sees().messages:
            await asyncio.sleep(0.005)
    assert not sending.done()
    await sending


async def test_events_and_callbacks_take_their_time_and_stay_in_order(
    sandbox: Sandbox, launch: Launch
) -> None:
    bot, heard = Bot(), []

    async def on_message(message: discord.Message) -> None:
        heard.append(message.id)

    bot.event(on_message)

    @bot.tree.command(description="Go.")
    async def go(interaction: discord.Interaction) -> None:
        await interaction.response.send_message("Went.", ephemeral=True)

    await launch(bot)
    sandbox.latency = REAL
    ann = sandbox.person("Ann")
    said = [ann.say(str(number)).id for number in range(20)]
    began = time.monotonic()
    await ann.slash("go")
    assert time.monotonic() - began >= 0.06 + 0.03
    assert heard == said


async def test_a_frame_waits_for_those_that_are_on_their_way_when_latency_ends(
    sandbox: Sandbox, launch: Launch
) -> None:
    bot = await launch(Bot())
    sandbox.latency = SLOW
    sandbox.world.add_channel(sandbox.world.guild("The Arena"), "late")
    sandbox.latency = None
    bot.heard.clear()
    sandbox.person("Ann").say("Hello.")
    await bot.hears("MESSAGE_CREATE")
    assert bot.heard == ["CHANNEL_CREATE", "MESSAGE_CREATE"]


def test_delays_come_from_a_seed_and_are_divided_by_the_speed(world: World) -> None:
    def delays(speed: float) -> list[float]:
        limits = RateLimits(world.clock)
        limits.speed = speed
        network = Network(limits)
        network.latency = REAL
        return [network.delay() for _ in range(50)]

    assert delays(1.0) == delays(1.0)
    assert 0.06 <= min(delays(1.0)) < 0.08
    assert 0.23 < max(delays(1.0)) <= 0.25
    assert delays(50.0) == pytest.approx([delay / 50 for delay in delays(1.0)])
