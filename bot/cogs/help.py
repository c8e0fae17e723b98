"""/rules, /help and /about: what this is, and how it is played."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.cogs.options import GAME_CHOICES
from bot.ui.texts import guides
from games import GAMES
from games.engine import Refused

if TYPE_CHECKING:
    from bot.client import Gauntlet


def add_to(tree: "app_commands.CommandTree[Gauntlet]") -> None:
    tree.add_command(rules)
    tree.add_command(show_help)
    tree.add_command(about)


@app_commands.command(description="How a game is played, with an example.")
@app_commands.describe(game="Which game", everyone="Show it to everyone here, not only to yourself")
@app_commands.choices(game=GAME_CHOICES)
async def rules(
    interaction: "discord.Interaction[Gauntlet]",
    game: str,
    everyone: bool = False,  # noqa: FBT001, FBT002 - an option of a slash command
) -> None:
    room = next((room for room in GAMES if room.game.key == game), None)
    if room is None:
        raise Refused("That game is not played here. Choose one from the list.")
    view = guides.rules(room, interaction.client.commands)
    await interaction.response.send_message(view=view, ephemeral=not everyone)


@app_commands.command(name="help", description="What I can do, and how to start.")
async def show_help(interaction: "discord.Interaction[Gauntlet]") -> None:
    client = interaction.client
    known = client.tree.get_commands()
    view = guides.help_page(known, client.commands, interaction.permissions)
    await interaction.response.send_message(view=view, ephemeral=True)


@app_commands.command(description="Which version this is, where to find its source, and how to invite it.")
async def about(interaction: "discord.Interaction[Gauntlet]") -> None:
    client = interaction.client
    trouble = client.house.storage.database.trouble
    servers = len(client.guilds)
    view = guides.about(interaction.application_id, client.source, servers, client.started, trouble)
    await interaction.response.send_message(view=view, ephemeral=True)
