"""Requests through the tokens of interactions obey Discord's limits, and raise discord.py's errors."""

import asyncio
import time

import discord
import pytest

from bot.ui.wire.sending.sender import Sender
from bot.ui.wire.sending.tokens import TokenRequests
from tests.bot.ui.wire.sending.discord_script import answer, scripted

FINE = answer("200 OK", b'{"id": "5"}', "X-RateLimit-Remaining: 4")
WAIT = 0.05
VIA = "Via: 1.1 google"


def tokens_of(client: discord.Client) -> TokenRequests:
    return TokenRequests(client, Sender(client))


async def test_every_kind_of_request_goes_to_its_place() -> None:
    async with scripted(*5 * [FINE]) as (client, script):
        tokens = tokens_of(client)
        await tokens.call_back(3, "to/ken", {"type": 6}, ask=False)
        await tokens.call_back(3, "to/ken", {"type": 4}, ask=True)
        await tokens.follow_up("abc", {})
        assert await tokens.edit("abc", "@original", {"content": "x"}, ask=True) == {"id": "5"}
        await tokens.delete("abc", 9)
    assert [each.split(b" HTTP", 1)[0].decode() for each in script.requests] == [
        "POST /api/v10/interactions/3/to%2Fken/callback",
        "POST /api/v10/interactions/3/to%2Fken/callback?with_response=1",
        "POST /api/v10/webhooks/7/abc?wait=1&with_components=1",
        "PATCH /api/v10/webhooks/7/abc/messages/@original?with_components=1",
        "DELETE /api/v10/webhooks/7/abc/messages/9",
    ]


@pytest.mark.parametrize(
    ("status", "error"),
    [
        ("403 Forbidden", discord.Forbidden),
        ("404 Not Found", discord.NotFound),
        ("400 Bad Request", discord.HTTPException),
    ],
)
async def test_a_refusal_is_the_error_of_discord_py(status: str, error: type[discord.HTTPException]) -> None:
    async with scripted(answer(status, b'{"code": 10062, "message": "Unknown interaction"}')) as (
        client,
        script,
    ):
        with pytest.raises(error) as raised:
            await tokens_of(client).call_back(3, "t", {"type": 6}, ask=False)
    assert (raised.value.status, raised.value.code) == (int(status[:3]), 10062)
    assert len(script.requests) == 1


async def test_what_comes_too_early_is_sent_again_when_discord_takes_it() -> None:
    early = answer("429 Too Many Requests", b'{"retry_after": 0.05, "global": false}', VIA)
    async with scripted(early, FINE) as (client, script):
        began = time.monotonic()
        assert await tokens_of(client).edit("abc", "@original", {}, ask=True) == {"id": "5"}
    assert time.monotonic() - began >= WAIT
    assert len(script.requests) == 2


async def test_a_ban_is_not_waited_for() -> None:
    async with scripted(answer("429 Too Many Requests", b"error code: 1015")) as (client, script):
        with pytest.raises(discord.HTTPException):
            await tokens_of(client).call_back(3, "t", {"type": 6}, ask=False)
    assert len(script.requests) == 1


async def test_after_the_last_request_that_a_limit_lets_through_the_next_one_waits() -> None:
    last = answer("200 OK", b'{"id": "5"}', "X-RateLimit-Remaining: 0", "X-RateLimit-Reset-After: 0.05")
    async with scripted(last, FINE, FINE) as (client, script):
        tokens = tokens_of(client)
        await tokens.edit("abc", "@original", {}, ask=True)
        waiting = asyncio.ensure_future(tokens.edit("abc", "@original", {}, ask=True))
        await tokens.edit("other", "@original", {}, ask=False)
        assert not waiting.done()
        assert b"/other/" in script.requests[1]
        await waiting
    assert len(script.requests) == 3
