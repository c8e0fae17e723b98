"""/settings: what the people who manage a server can choose."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.ui import policy

if TYPE_CHECKING:
    from bot.client import Gauntlet


def add_to(tree: "app_commands.CommandTree[Gauntlet]") -> None:
    tree.add_command(settings)


@app_commands.command(description="How duels run in this server.")
@app_commands.describe(threads="Every duel in a thread of its own")
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def settings(interaction: "discord.Interaction[Gauntlet]", threads: bool) -> None:  # noqa: FBT001
    await interaction.client.house.storage.set_threads(interaction.guild_id or 0, on=threads)
    where = "in a thread of its own" if threads else "in the channel where it was accepted"
    await policy.say(interaction, f"From now on, every duel runs {where}.")
