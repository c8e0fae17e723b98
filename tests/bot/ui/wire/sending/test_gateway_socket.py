"""The gateway's websocket: messages are waited for with patience, and one timer is enough for all."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import aiohttp
import discord
import pytest
from aiohttp import web

from bot.ui.wire.sending.gateway_socket import GatewaySocket
from bot.ui.wire.sending.sender import Sender
from bot.ui.wire.sending.session import take_over

LONG = 60.0


@asynccontextmanager
async def connected() -> AsyncIterator[tuple[GatewaySocket, web.WebSocketResponse]]:
    """Both ends of a connection that discord.py has made."""
    ends: asyncio.Queue[web.WebSocketResponse] = asyncio.Queue()

    async def serve(request: web.Request) -> web.WebSocketResponse:
        end = web.WebSocketResponse()
        await end.prepare(request)
        ends.put_nowait(end)
        async for _ in end:
            pass
        return end

    app = web.Application()
    app.router.add_get("/", serve)
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    client = discord.Client(intents=discord.Intents(guilds=True))
    try:
        async with aiohttp.ClientSession() as session:
            client.http._HTTPClient__session = session  # type: ignore[attr-defined]
            take_over(client, Sender(client))
            async with await client.http.ws_connect(f"http://127.0.0.1:{port}/") as socket:
                assert isinstance(socket, GatewaySocket)
                yield socket, await ends.get()
    finally:
        await runner.cleanup()


async def waiting(socket: GatewaySocket, seconds: float) -> "asyncio.Task[aiohttp.WSMessage]":
    """Somebody who has begun to wait for a message."""
    task = asyncio.create_task(socket.receive(timeout=seconds))
    await asyncio.sleep(0)
    return task


async def test_silence_is_noticed() -> None:
    async with connected() as (socket, _):
        with pytest.raises(TimeoutError):
            await socket.receive(timeout=0.02)


async def test_a_message_comes_through() -> None:
    async with connected() as (socket, end):
        await end.send_str("one")
        assert (await socket.receive(timeout=LONG)).data == "one"


async def test_all_messages_share_one_timer() -> None:
    async with connected() as (socket, end):
        timers = set()
        for number in range(5):
            await end.send_str(str(number))
            await socket.receive(timeout=LONG)
            timers.add(socket._timer)
    assert len(timers) == 1
    assert timers != {None}


async def test_patience_counts_from_the_last_message() -> None:
    async with connected() as (socket, end):
        await end.send_str("one")
        await socket.receive(timeout=LONG)
        task = await waiting(socket, LONG)
        socket._look()  # the timer of the first message
        assert socket._timer is not None
        await end.send_str("two")
        assert (await task).data == "two"


async def test_silence_after_messages_is_noticed() -> None:
    async with connected() as (socket, end):
        await end.send_str("one")
        await socket.receive(timeout=LONG)
        task = await waiting(socket, LONG)
        socket._since -= LONG
        socket._look()
        with pytest.raises(TimeoutError):
            await task
        assert socket.close_code == aiohttp.WSCloseCode.ABNORMAL_CLOSURE


async def test_a_pause_between_two_waits_is_no_silence() -> None:
    async with connected() as (socket, end):
        await end.send_str("one")
        await socket.receive(timeout=LONG)
        socket._since -= LONG
        socket._look()
        await end.send_str("two")
        assert (await socket.receive(timeout=LONG)).data == "two"
        assert socket._timer is not None
