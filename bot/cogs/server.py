"""/settings: what the people who manage a server can choose."""

from discord import app_commands
from discord.ext import commands

from bot.services import Services
from bot.ui.pages.settings import show
from bot.ui.wire.commands import Interaction, press_of


class ServerCog(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description="How duels run in this server.")
    @app_commands.default_permissions(manage_guild=True)
    @app_commands.guild_only()
    async def settings(self, interaction: Interaction) -> None:
        await show(press_of(interaction), self._services)
