"""Requests through the tokens of interactions obey Discord's limits, and raise discord.py's errors."""

import asyncio
import time
from io import BytesIO

import discord
import pytest

from bot.ui.wire import tokens as module
from bot.ui.wire.requests import Requests
from tests.bot.ui.wire.discord_script import EARLY, FINE, LAST, answer, requests_to

WAIT = 0.05


async def call_back(requests: Requests) -> object:
    return await requests.call_back(3, "t", {"type": 6}, ask=False)


async def edit(requests: Requests, through: str = "abc") -> object:
    return await requests.edit_through_token(through, "@original", {"content": "x"}, ask=True)


async def test_every_kind_of_request_goes_to_its_place() -> None:
    async with requests_to(*5 * [FINE]) as (requests, script):
        await requests.call_back(3, "to/ken", {"type": 6}, ask=False)
        await requests.call_back(3, "to/ken", {"type": 4}, ask=True)
        await requests.follow_up("abc", {})
        assert await edit(requests) == {"id": "5"}
        await requests.delete_through_token("abc", 9)
    assert [each.split(b" HTTP", 1)[0].decode() for each in script.requests] == [
        "POST /api/v10/interactions/3/to%2Fken/callback",
        "POST /api/v10/interactions/3/to%2Fken/callback?with_response=1",
        "POST /api/v10/webhooks/7/abc?wait=1&with_components=1",
        "PATCH /api/v10/webhooks/7/abc/messages/@original?with_components=1",
        "DELETE /api/v10/webhooks/7/abc/messages/9",
    ]
    assert not any(b"Authorization" in each for each in script.requests)


async def test_a_refusal_is_not_tried_again() -> None:
    refusal = answer("404 Not Found", b'{"code": 10062, "message": "Unknown interaction"}')
    async with requests_to(refusal) as (requests, script):
        with pytest.raises(discord.NotFound) as raised:
            await call_back(requests)
    assert (raised.value.code, len(script.requests)) == (10062, 1)


async def test_what_comes_too_early_is_sent_again_when_discord_takes_it() -> None:
    async with requests_to(EARLY, EARLY, FINE) as (requests, script):
        began = time.monotonic()
        assert await edit(requests) == {"id": "5"}
    assert time.monotonic() - began >= 2 * WAIT
    assert len(script.requests) == 3


@pytest.mark.parametrize("via", [[], ["Via: 1.1 google"]], ids=["in front of Discord", "and named"])
@pytest.mark.parametrize("body", [b"error code: 1015", b"<!DOCTYPE html><title>1015</title>", b"[]"])
async def test_a_ban_is_not_waited_for_whatever_it_looks_like(via: list[str], body: bytes) -> None:
    async with requests_to(answer("429 Too Many Requests", body, *via)) as (requests, script):
        with pytest.raises(discord.HTTPException) as raised:
            await call_back(requests)
        assert requests.buckets.ban > 0
    assert (raised.value.status, len(script.requests)) == (429, 1)


async def test_while_discord_fails_a_request_is_tried_five_times(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSES", (0.0,) * len(module.PAUSES))
    failed = answer("503 Service Unavailable", b"<html>")
    async with requests_to(*4 * [failed], FINE) as (requests, _):
        assert await edit(requests) == {"id": "5"}
    async with requests_to(*6 * [failed]) as (requests, script):
        with pytest.raises(discord.DiscordServerError):
            await edit(requests)
    assert len(script.requests) == 5


async def test_after_the_last_request_that_a_limit_lets_through_the_next_one_waits() -> None:
    async with requests_to(LAST, FINE, FINE) as (requests, script):
        await edit(requests)
        began = time.monotonic()
        waiting = asyncio.create_task(edit(requests))
        await asyncio.sleep(0)
        await edit(requests, "other")
        assert len(script.requests) == 2, "another token has a limit of its own"
        await waiting
        assert time.monotonic() - began >= WAIT * 0.9
        assert requests._tokens._shut == {}, "nothing is remembered of a limit that has passed"
    assert b"/other/" in script.requests[1]


async def test_a_file_is_sent_whole_with_every_try(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAUSES", (0.0,))
    file = discord.File(BytesIO(b"what is stored"), "data.json")
    async with requests_to(answer("500 Oops"), FINE) as (requests, script):
        await requests.follow_up("abc", {"content": "x"}, [file])
    for sent in script.requests:
        assert b'name="files[0]"; filename="data.json"' in sent
        assert b'"attachments":[{"id":0,"filename":"data.json"}]' in sent
        assert b"what is stored" in sent
