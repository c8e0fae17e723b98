"""discord.py's own requests, which take the same way as those of presses."""

import asyncio

import aiohttp
import discord
import pytest
from discord.http import Route

from bot.ui.wire.sending.connection import Answer
from bot.ui.wire.sending.sender import Sender
from bot.ui.wire.sending.session import take_over
from tests.bot.ui.wire.sending.discord_script import answer, scripted

FINE = answer("200 OK", b'{"id": "5"}', "X-RateLimit-Remaining: 4", "X-RateLimit-Reset-After: 1")
EARLY = answer("429 Too Many Requests", b'{"retry_after": 0.01, "global": false}', "Via: 1.1 google")
POST = ("POST", "/channels/{channel_id}/messages")


def listened(client: discord.Client) -> list[tuple[str, int]]:
    """What the listeners of a sender hear of a client whose requests it has taken over."""
    told: list[tuple[str, int]] = []

    def hear(_method: str, path: str, said: Answer) -> None:
        told.append((path, said.status))

    client.http._global_over = asyncio.Event()  # discord.py makes it at the login
    client.http._global_over.set()
    sender = Sender(client)
    sender.on_answer.append(hear)
    take_over(client, sender)
    return told


async def test_a_request_of_discord_py_is_sent_and_heard_of() -> None:
    async with scripted(FINE) as (client, script):
        told = listened(client)
        posted = await client.http.request(Route(*POST, channel_id=1), json={"content": "ö"})
    assert posted == {"id": "5"}
    assert script.requests[0].startswith(b"POST /api/v10/channels/1/messages HTTP/1.1")
    assert b"Authorization: Bot secret" in script.requests[0]
    assert script.requests[0].endswith('{"content":"ö"}'.encode())
    assert told == [("/channels/1/messages", 200)]


async def test_discord_py_waits_and_tries_again() -> None:
    async with scripted(EARLY, FINE) as (client, _):
        told = listened(client)
        assert await client.http.request(Route(*POST, channel_id=1), json={}) == {"id": "5"}
    assert [status for _, status in told] == [429, 200]


async def test_a_refusal_is_discord_py_s_error() -> None:
    refusal = answer("403 Forbidden", b'{"code": 50013, "message": "Missing Permissions"}')
    async with scripted(refusal) as (client, _):
        listened(client)
        with pytest.raises(discord.Forbidden) as raised:
            await client.http.request(Route(*POST, channel_id=1), json={})
    assert raised.value.code == 50013


async def test_what_is_more_than_json_goes_through_aiohttp() -> None:
    async with scripted(FINE, FINE) as (client, script):
        told = listened(client)
        await client.http.request(Route(*POST, channel_id=1), json={}, reason="why")
        await client.http.request(Route("GET", "/users/@me"), params={"limit": 1})
    assert told == []
    assert b"X-Audit-Log-Reason: why" in script.requests[0]
    assert script.requests[1].startswith(b"GET /api/v10/users/@me?limit=1 ")


async def test_the_session_is_still_aiohttp_s() -> None:
    async with scripted() as (client, _):
        listened(client)
        session = client.http._HTTPClient__session  # type: ignore[attr-defined]
        assert isinstance(session.connector, aiohttp.BaseConnector)
        assert not session.closed
