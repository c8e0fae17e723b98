"""Slash commands, one file per subject. Each file lists its own in `COMMANDS`."""

from typing import Any

from discord.app_commands import CommandTree

from bot.cogs import duel, leaderboard, my_duels, mydata, preferences, profile, puzzle, settings
from bot.cogs import help as help_pages

MODULES = (duel, my_duels, puzzle, leaderboard, profile, help_pages, preferences, settings, mydata)


def add_all(tree: CommandTree[Any]) -> None:
    for module in MODULES:
        for command in module.COMMANDS:
            tree.add_command(command)
