"""Where discord.py finds Discord, and what it should not warn about."""

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route


async def point_at(api: str) -> None:
    """Sends everything to this address; the gateway's address is asked for there."""
    async with aiohttp.ClientSession() as session, session.get(f"{api}/gateway") as answer:
        gateway = (await answer.json(content_type=None))["url"]
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


def expect_no_voice() -> None:
    """The bot never speaks, so discord.py need not warn that voice packages are missing."""
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
