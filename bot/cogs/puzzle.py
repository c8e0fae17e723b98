"""/puzzle: one position a day, one try, the same for everyone."""

from discord import app_commands
from discord.ext import commands

from bot.services import Services
from bot.ui.pages.puzzle import show
from bot.ui.wire.commands import Interaction, press_of


class PuzzleCog(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description="The puzzle of the day: one position, one try.")
    @app_commands.guild_only()
    async def puzzle(self, interaction: Interaction) -> None:
        await show(press_of(interaction), self._services)
