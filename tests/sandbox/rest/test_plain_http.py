"""The plain HTTP server gives the same answers as the other one, from the same pipeline."""

import asyncio
from collections.abc import AsyncIterator

import aiohttp
import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox import Sandbox, World
from sandbox.server.openapi import Contract
from tests.sandbox.conftest import Api, Bot, Launch


@pytest.fixture
async def sandbox(
    world: World, contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Sandbox]:
    async with Sandbox(world, contract=contract, plain_http=True) as running:
        monkeypatch.setattr(Route, "BASE", running.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(running.gateway.url))
        yield running


async def test_a_bot_connects_and_talks_through_it(sandbox: Sandbox, launch: Launch) -> None:
    bot = await launch(Bot())
    message = await bot.guilds[0].text_channels[0].send("Grüße 🎲")
    await message.edit(content="Other words.")
    assert sandbox.person("Ann").sees().messages[-1].text == "Other words."
    await message.delete()
    assert not sandbox.person("Ann").sees().messages


async def test_both_servers_answer_alike(sandbox: Sandbox, api: Api) -> None:
    channel = sandbox.person("Ann").channel
    for method, path, body in (
        ("GET", "/users/@me", None),
        ("GET", f"/channels/{channel.id}/messages?limit=5", None),
        ("POST", f"/channels/{channel.id}/messages", {"content": "x" * 2001}),
        ("GET", "/no/such/route", None),
        ("POST", f"/channels/{channel.id}/typing", None),
    ):
        plain = await api(method, path, body), {*api.headers}
        url = f"{sandbox.url}/api/v10{path}"
        headers = {"Authorization": f"Bot {sandbox.token}"}
        async with (
            aiohttp.ClientSession() as session,
            session.request(method, url, json=body, headers=headers) as answer,
        ):
            said = await answer.json() if answer.status != 204 else await answer.text()
            assert plain == ((answer.status, said), {*answer.headers} - {"Server"})
    sandbox.violations.clear()


async def test_without_the_token_nobody_gets_in(api: Api) -> None:
    assert (await api("GET", "/users/@me", token="wrong"))[0] == 401


async def test_files_and_bodies_of_unknown_length_are_refused(sandbox: Sandbox, api: Api) -> None:
    path = f"/channels/{sandbox.person('Ann').channel.id}/messages"
    form = aiohttp.FormData({"payload_json": "{}"})
    form.add_field("files[0]", b"1", filename="a.png")
    assert (await api("POST", path, data=form))[0] == 415

    async def pieces() -> AsyncIterator[bytes]:
        yield b"{}"

    assert (await api("POST", path, data=pieces()))[0] == 411


async def test_a_request_in_pieces_is_put_together_and_two_at_once_are_answered_in_turn(
    sandbox: Sandbox,
) -> None:
    port = int(sandbox.api_url.split(":")[2].split("/")[0])
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    asked = f"GET /api/v10/users/@me HTTP/1.1\r\nauthorization: Bot {sandbox.token}\r\n\r\n".encode()
    for piece in (asked[:20], asked[20:] + asked):
        writer.write(piece)
        await writer.drain()
        await asyncio.sleep(0.01)
    for _ in range(2):
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200 OK")
        await reader.readexactly(int(head.split(b"Content-Length: ")[1].split(b"\r\n")[0]))
    writer.close()
    await writer.wait_closed()
