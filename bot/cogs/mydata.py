"""/privacy and /mydata: what is stored, a copy of it, and its end."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.ui.pages import mydata

if TYPE_CHECKING:
    from bot.client import Gauntlet


def add_to(tree: "app_commands.CommandTree[Gauntlet]") -> None:
    group = app_commands.Group(name="mydata", description="What is stored about you.")
    group.add_command(export)
    group.add_command(delete)
    tree.add_command(group)
    tree.add_command(privacy)


@app_commands.command(description="Everything stored about you, as a file.")
async def export(interaction: "discord.Interaction[Gauntlet]") -> None:
    await mydata.export(interaction)


@app_commands.command(description="Have your data deleted, in every server.")
async def delete(interaction: "discord.Interaction[Gauntlet]") -> None:
    view = mydata.question(interaction.user.id, interaction.client.commands)
    await interaction.response.send_message(view=view, ephemeral=True)


@app_commands.command(description="What is stored here, and for how long.")
async def privacy(interaction: "discord.Interaction[Gauntlet]") -> None:
    view = mydata.facts(interaction.client.commands)
    await interaction.response.send_message(view=view, ephemeral=True)
