"""Where discord.py finds Discord, if it is not at its usual address."""

import asyncio
import json

import aiohttp
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot.config import BadConfig

PATIENCE = 10.0
"""Seconds in which the address has to answer."""


async def point_at(api: str) -> None:
    """Sends everything to this address, and asks there for the gateway's."""
    try:
        gateway = await _gateway_of(api)
    except (aiohttp.ClientConnectionError, TimeoutError):
        raise BadConfig(
            "Nothing answers at DISCORD_API. Check that address and the network, or leave it empty."
        ) from None
    except (aiohttp.ClientError, ValueError, KeyError, TypeError):
        raise BadConfig(
            "What answers at DISCORD_API is not Discord. Check that address and its path, or leave it empty."
        ) from None
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = gateway


async def _gateway_of(api: str) -> yarl.URL:
    async with (
        asyncio.timeout(PATIENCE),
        aiohttp.ClientSession() as session,
        session.get(f"{api}/gateway", allow_redirects=False) as answer,
    ):
        address = json.loads(await answer.read())["url"]
    gateway = yarl.URL(address)
    if gateway.scheme not in {"ws", "wss"} or not gateway.host:
        raise ValueError("no address of a websocket")
    return gateway
