"""/duels, /hand and /resign: the duels you are in, your hands, and the way out of one."""

from discord import app_commands
from discord.ext import commands

from bot.services import Services
from bot.ui.pages import hands as page
from bot.ui.wire.commands import Interaction, press_of


class PlayCog(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description="Your duels in this server, and whose pick is missing.")
    @app_commands.guild_only()
    async def duels(self, interaction: Interaction) -> None:
        await page.show_duels(press_of(interaction), self._services)

    @app_commands.command(description="Your hand, right here, wherever your duel is played.")
    async def hand(self, interaction: Interaction) -> None:
        await page.show_hand(press_of(interaction), self._services)

    @app_commands.command(description="Give up one of your duels.")
    @app_commands.guild_only()
    async def resign(self, interaction: Interaction) -> None:
        await page.ask_resign(press_of(interaction), self._services)
