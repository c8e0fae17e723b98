"""/settings: what the people who manage a server can choose."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

if TYPE_CHECKING:
    from bot.client import Gauntlet


def add_to(tree: "app_commands.CommandTree[Gauntlet]") -> None:
    tree.add_command(settings)


@app_commands.command(description="How duels run in this server.")
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def settings(interaction: "discord.Interaction[Gauntlet]") -> None:
    await interaction.client.office.open(interaction)
