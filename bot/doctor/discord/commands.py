"""Whether the commands that Discord has are those of this version."""

from collections.abc import Sequence
from typing import Any

import discord
from discord.app_commands import CommandTree

from bot.cogs import add_all
from bot.doctor.discord.application import Answer
from bot.doctor.finding import Finding, look, ok
from bot.ui.wire.start.comparison import differing

COMMANDS = "commands"
NAMED = 5


def of_commands(received: Sequence[Answer]) -> Finding:
    ours = own_commands()
    found = differing(ours, received)
    if not received:
        return look(COMMANDS, "Discord has no command of the bot yet. The next start sends them.")
    if not found:
        return ok(COMMANDS, f"Discord has all {len(ours)} commands as they are in this version.")
    named = ", ".join(found[:NAMED]) + (" and more" if len(found) > NAMED else "")
    return look(COMMANDS, f"Commands differ from this version: {named}. The next start sends them.")


def own_commands() -> list[dict[str, Any]]:
    """The commands of this version, as they are sent."""
    tree: CommandTree[Any] = CommandTree(discord.Client(intents=discord.Intents.none()))
    add_all(tree)
    return [command.to_dict(tree) for command in tree.get_commands()]
