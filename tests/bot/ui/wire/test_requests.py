"""Requests by the bot's token: some are sent now or not at all, the others as soon as Discord takes them."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord
import pytest

from bot.ui.painting.painter import Message, Painters
from bot.ui.wire import sender
from bot.ui.wire.buckets import EDITS, Buckets
from bot.ui.wire.requests import Postponed, Requests
from sandbox import Sandbox, World
from tests.bot.ui.wire.discord_script import answer, requests_to

CHANNEL = 20
VIA = "Via: 1.1 google"
BAN = 1.0
"""Seconds; Discord names whole ones."""
SHORT_BAN = 0.02


async def refused_with(status: str, body: bytes, *headers: str) -> BaseException:
    """What an edit that can't wait raises."""
    async with requests_to(answer(status, body, *headers)) as (requests, script):
        with pytest.raises(Exception) as raised:  # noqa: PT011 - the tests look at it
            await requests.edit_now(CHANNEL, 9, "text")
    assert len(script.requests) == 1
    return raised.value


async def test_an_edit_that_discord_does_not_take_now_is_postponed_for_as_long_as_it_says() -> None:
    problem = await refused_with("429 Too Many Requests", b'{"retry_after": 2.5, "code": 0}', VIA)
    assert isinstance(problem, Postponed)
    assert problem.wait == 2.5


@pytest.mark.parametrize("headers", [[], [VIA]])
async def test_a_ban_postpones_an_edit_though_it_does_not_say_for_how_long(headers: list[str]) -> None:
    problem = await refused_with("429 Too Many Requests", b"<html>1015</html>", *headers)
    assert isinstance(problem, Postponed)
    assert problem.wait == 0.0


async def test_what_discord_stops_for_minutes_is_not_waited_for() -> None:
    problem = await refused_with("429 Too Many Requests", b'{"retry_after": 1000.0}', VIA)
    assert isinstance(problem, discord.RateLimited)


async def test_an_old_message_that_was_edited_too_often_is_refused() -> None:
    problem = await refused_with("429 Too Many Requests", b'{"retry_after": 3.0, "code": 30046}', VIA)
    assert isinstance(problem, discord.HTTPException)
    assert problem.code == 30046


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann"]}, channels=("duels",))


@asynccontextmanager
async def logged_in(sandbox: Sandbox) -> AsyncIterator[tuple[Requests, int]]:
    """Requests of a client that has logged in, and a channel for them."""
    buckets = Buckets()
    async with discord.Client(intents=discord.Intents.none(), http_trace=buckets.trace) as client:
        await client.login(sandbox.token)
        requests = Requests(client, sandbox.token, buckets)
        try:
            yield requests, next(each.id for each in sandbox.world.channels.values())
        finally:
            await requests.close()


async def test_what_both_sessions_are_told_of_limits_is_kept_in_one_place(sandbox: Sandbox) -> None:
    async with logged_in(sandbox) as (requests, channel):
        told: list[tuple[str, int]] = []
        requests.buckets.on_answer.append(lambda path, status, _body: told.append((path, status)))
        message = await requests.post(channel, "one")
        await requests.edit_now(channel, message, "two")
        assert len(requests.buckets) == 2
        assert [(path.partition("/channels")[2], status) for path, status in told] == [
            (f"/{channel}/messages", 200),
            (f"/{channel}/messages/{message}", 200),
        ]
        assert requests.buckets.opens_in(EDITS, channel) == 0


async def test_a_message_that_met_a_ban_is_posted_after_it(sandbox: Sandbox) -> None:
    async with logged_in(sandbox) as (requests, channel):
        sandbox.faults.ban(BAN)
        assert await requests.post(channel, "one") > 0


async def test_the_log_says_which_message_waits_for_the_end_of_a_ban(
    sandbox: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "bot.ui")
    async with logged_in(sandbox) as (requests, channel):

        async def post(_call: Message) -> None:
            await requests.post(channel, "one")

        requests.buckets._note_ban(SHORT_BAN)
        painters = Painters()
        painters.repaint(Message(7, "call"), post)
        await painters.finish()
    assert "duel 7: call waits while Discord shuts out this address" in caplog.messages


async def test_discord_py_s_requests_do_not_hang_for_longer_either(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "LONGEST_SILENCE", 0.05)
    async with logged_in(sandbox) as (requests, channel):
        sandbox.faults.delay(2.0, "POST /channels/{channel_id}/messages")
        with pytest.raises(aiohttp.ServerTimeoutError):
            await requests.post(channel, "one")
