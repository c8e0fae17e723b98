"""/profile and /history: how somebody has played here."""

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.cogs.options import GAME_CHOICES, Commands
from bot.ui.pages import history as history_page
from bot.ui.pages import profile as profile_page
from bot.ui.pages.finished import asked_about
from bot.ui.pages.history import HistoryPage, Side
from bot.ui.wire.commands import Interaction, press_of, services_of


@app_commands.command(description="Ratings, wins and streaks in this server.")
@app_commands.describe(person="Whose; leave it out for your own")
@app_commands.guild_only()
async def profile(interaction: Interaction, person: discord.User | None = None) -> None:
    press, services = press_of(interaction), services_of(interaction)
    await profile_page.show(press, services, asked_about(press, services.computer, person))


@app_commands.command(description="Finished duels in this server, with their replays.")
@app_commands.describe(person="Whose; leave it out for your own", game="Of one game only")
@app_commands.choices(game=GAME_CHOICES)
@app_commands.guild_only()
async def history(
    interaction: Interaction, person: discord.User | None = None, game: Choice[str] | None = None
) -> None:
    press, services = press_of(interaction), services_of(interaction)
    whose = asked_about(press, services.computer, person)
    await history_page.show(press, services, HistoryPage(whose, game.value if game else None, Side.LATEST, 0))


COMMANDS: Commands = (profile, history)
