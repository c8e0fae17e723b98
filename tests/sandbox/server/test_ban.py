"""A ban by Cloudflare: every request gets a page and no limits, for some seconds."""

import aiohttp
import discord
import pytest

from sandbox import Sandbox, World
from sandbox.server.openapi import Contract
from tests.sandbox.conftest import Api


async def is_banned(api: Api, method: str, path: str, body: object = None) -> bool:
    status, page = await api(method, path, body)
    assert "X-RateLimit-Scope" not in api.headers
    return status == 429 and isinstance(page, str) and "Via" not in api.headers


async def test_everything_is_refused_with_a_page_until_the_ban_is_over(api: Api) -> None:
    api.sandbox.faults.ban(30)
    path = f"/channels/{api.sandbox.person('Ann').channel.id}/messages"
    assert await is_banned(api, "POST", path, {"content": "Hello?"})
    assert (api.headers["Retry-After"], api.headers["Content-Type"]) == ("30", "text/html")
    assert await is_banned(api, "POST", "/interactions/1/x/callback", {"type": 6})
    assert await is_banned(api, "GET", "/gateway/bot")
    assert not api.sandbox.person("Ann").sees().messages
    assert api.sandbox.traffic.invalid == 3
    api.sandbox.clock.advance(30)
    assert (await api("GET", "/users/@me"))[0] == 200


async def test_a_ban_can_be_lifted(api: Api) -> None:
    api.sandbox.faults.ban(30)
    api.sandbox.faults.clear()
    assert (await api("GET", "/users/@me"))[0] == 200


async def test_discord_py_does_not_try_again(sandbox: Sandbox, channel: discord.TextChannel) -> None:
    sandbox.faults.ban(30)
    with pytest.raises(discord.HTTPException) as refused:
        await channel.send("Hello?")
    assert refused.value.status == 429
    assert len(sandbox.traffic.matching("POST", "/messages")) == 1


async def test_the_plain_server_knows_bans_too(world: World, contract: Contract) -> None:
    async with (
        Sandbox(world, contract=contract, plain_http=True) as sandbox,
        aiohttp.ClientSession() as session,
    ):
        sandbox.faults.ban(30)
        assert await is_banned(Api(sandbox, session), "GET", "/users/@me")
