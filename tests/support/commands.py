"""The bot's commands, read without a connection to Discord."""

import asyncio
from copy import deepcopy
from dataclasses import replace
from typing import Any

import discord

from bot.client import Gauntlet
from bot.cogs import add_cogs, own_commands
from bot.links import Links

REGISTERED = asyncio.run(own_commands())


def registered() -> list[dict[str, Any]]:
    """The commands as they are sent to Discord."""
    return deepcopy(REGISTERED)


async def show_links(bot: Gauntlet, links: Links) -> None:
    """Gives a running bot other pages of its host, and its commands anew."""
    bot.services = replace(bot.services, links=links)
    for name in list(bot.cogs):
        await bot.remove_cog(name)
    await add_cogs(bot, bot.services)


def typed_names() -> set[str]:
    """All names that can be typed after a slash, such as "duel ten"."""
    names = set()
    for command in registered():
        if command["type"] == discord.AppCommandType.chat_input.value:
            inner = [o["name"] for o in command["options"] if o["type"] == 1]
            names |= {f"{command['name']} {name}" for name in inner} or {command["name"]}
    return names
