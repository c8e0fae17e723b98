"""The bot's commands, read without a connection to Discord."""

from typing import Any

import discord
from discord import app_commands

from bot.cogs import add_all


def registered() -> list[dict[str, Any]]:
    """The commands as they are sent to Discord."""
    tree = app_commands.CommandTree(discord.Client(intents=discord.Intents(guilds=True)))
    add_all(tree)
    return [dict(command.to_dict(tree)) for command in tree.get_commands()]


def typed_names() -> set[str]:
    """All names that can be typed after a slash, such as "duel ten"."""
    names = set()
    for command in registered():
        if command["type"] == discord.AppCommandType.chat_input.value:
            inner = [o["name"] for o in command["options"] if o["type"] == 1]
            names |= {f"{command['name']} {name}" for name in inner} or {command["name"]}
    return names
