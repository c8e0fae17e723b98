"""/duels, /hand and /resign: the duels you are in, your hands, and the way out of one."""

from discord import app_commands

from bot.cogs.options import Commands
from bot.ui.pages import hands as my_duels
from bot.ui.wire.commands import Interaction, press_of, services_of


@app_commands.command(description="Your duels in this server, and whose pick is missing.")
@app_commands.guild_only()
async def duels(interaction: Interaction) -> None:
    await my_duels.show_duels(press_of(interaction), services_of(interaction))


@app_commands.command(description="Your hand, right here, wherever your duel is played.")
async def hand(interaction: Interaction) -> None:
    await my_duels.show_hand(press_of(interaction), services_of(interaction))


@app_commands.command(description="Give up one of your duels.")
@app_commands.guild_only()
async def resign(interaction: Interaction) -> None:
    await my_duels.ask_resign(press_of(interaction), services_of(interaction))


COMMANDS: Commands = (duels, hand, resign)
