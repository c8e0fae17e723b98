"""/profile and /history: how somebody has played here."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.cogs.options import GAME_CHOICES
from bot.ui.texts.finished import asked_about

if TYPE_CHECKING:
    from bot.client import Gauntlet


def add_to(tree: "app_commands.CommandTree[Gauntlet]") -> None:
    tree.add_command(profile)
    tree.add_command(history)


@app_commands.command(description="Ratings, wins and streaks in this server.")
@app_commands.describe(person="Whose; leave it out for your own")
@app_commands.guild_only()
async def profile(interaction: "discord.Interaction[Gauntlet]", person: discord.User | None = None) -> None:
    await interaction.client.profiles.show(interaction, asked_about(interaction, person))


@app_commands.command(description="Finished duels in this server, with their replays.")
@app_commands.describe(person="Whose; leave it out for your own", game="Of one game only")
@app_commands.choices(game=GAME_CHOICES)
@app_commands.guild_only()
async def history(
    interaction: "discord.Interaction[Gauntlet]",
    person: discord.User | None = None,
    game: Choice[str] | None = None,
) -> None:
    key = game.value if game else None
    await interaction.client.histories.show(interaction, asked_about(interaction, person), key)
