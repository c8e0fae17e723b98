"""/settings: what the people who manage a server can choose."""

from discord import app_commands

from bot.cogs.options import Commands
from bot.ui.pages.settings import show
from bot.ui.wire.commands import Interaction, press_of, services_of


@app_commands.command(description="How duels run in this server.")
@app_commands.default_permissions(manage_guild=True)
@app_commands.guild_only()
async def settings(interaction: Interaction) -> None:
    await show(press_of(interaction), services_of(interaction))


COMMANDS: Commands = (settings,)
