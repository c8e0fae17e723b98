"""/puzzle: one position a day, one try, the same for everyone."""

from discord import app_commands

from bot.cogs.options import Commands
from bot.ui.pages.puzzle import show
from bot.ui.wire.commands import Interaction, press_of, services_of


@app_commands.command(description="The puzzle of the day: one position, one try.")
@app_commands.guild_only()
async def puzzle(interaction: Interaction) -> None:
    await show(press_of(interaction), services_of(interaction))


COMMANDS: Commands = (puzzle,)
