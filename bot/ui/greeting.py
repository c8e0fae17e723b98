"""The greeting in a server that the bot has just entered: once, and where it may write."""

import logging

import aiohttp
import discord

from bot.services import Services
from bot.storage.greetings import Greetings
from bot.ui.pages.help import for_newcomers
from bot.ui.texts.guides import greeting
from bot.ui.texts.permissions import NEEDED

log = logging.getLogger(__name__)


async def greet(guild: discord.Guild, services: Services) -> None:
    """Says in the channel for system messages what to type first. A server that has no such channel, or lets
    the bot not write there, is not greeted."""
    channel = guild.system_channel
    if channel is None or not _may_write(channel, guild.me):
        return
    if not await Greetings(services.database).claim(guild.id):
        return
    try:
        await services.requests.post(channel.id, greeting(services.commands, for_newcomers(services)))
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as problem:
        log.info("a greeting could not be posted: %s", problem)


def _may_write(channel: discord.TextChannel, me: discord.Member | None) -> bool:
    if me is None:
        return False
    granted = channel.permissions_for(me)
    return all(getattr(granted, key) for key in NEEDED)
