"""/puzzle: one position a day, one try, the same for everyone."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.ui.pages.puzzle import show

if TYPE_CHECKING:
    from bot.client import Gauntlet


def add_to(tree: "app_commands.CommandTree[Gauntlet]") -> None:
    tree.add_command(puzzle)


@app_commands.command(description="The puzzle of the day: one position, one try.")
@app_commands.guild_only()
async def puzzle(interaction: "discord.Interaction[Gauntlet]") -> None:
    await show(interaction)
