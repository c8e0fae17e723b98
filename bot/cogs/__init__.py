"""Slash commands, one file per subject. Each file lists its own in `COMMANDS`."""

from typing import Any

from discord.app_commands import AppCommandContext, AppInstallationType, CommandTree

from bot.cogs import duel, leaderboard, my_duels, mydata, preferences, profile, puzzle, settings
from bot.cogs import help as help_pages

MODULES = (duel, my_duels, puzzle, leaderboard, profile, help_pages, preferences, settings, mydata)
INSTALLS = AppInstallationType(guild=True, user=False)
"""A bot that only one person has added could neither keep a board up to date nor remind anybody."""
IN_SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
ALSO_IN_DMS = AppCommandContext(guild=True, dm_channel=True, private_channel=False)


def add_all(tree: CommandTree[Any]) -> None:
    """Every command says where it can be used, because Discord's defaults depend on the developer portal."""
    for module in MODULES:
        for command in module.COMMANDS:
            command.allowed_installs = INSTALLS
            command.allowed_contexts = IN_SERVERS if command.guild_only else ALSO_IN_DMS
            tree.add_command(command)
