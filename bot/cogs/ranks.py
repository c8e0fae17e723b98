"""/leaderboard, /profile and /history: how people have played in a server."""

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.options import GAME_CHOICES
from bot.ratings.leaderboard import Leaderboard
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME, season_before, season_of
from bot.services import Services
from bot.ui.pages import history as history_page
from bot.ui.pages import profile as profile_page
from bot.ui.pages.finished import asked_about
from bot.ui.pages.history import HistoryPage, Side
from bot.ui.pages.leaderboard import page_for
from bot.ui.wire.commands import Interaction, press_of

THIS_MONTH, LAST_MONTH = "this", "last"
PERIOD_CHOICES = [
    Choice(name="All time", value="all"),
    Choice(name="This month", value=THIS_MONTH),
    Choice(name="Last month", value=LAST_MONTH),
]


class RanksCog(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description="This server's best.")
    @app_commands.describe(
        game="Leave it out for all games together", period="All time, unless you say otherwise"
    )
    @app_commands.choices(game=GAME_CHOICES, period=PERIOD_CHOICES)
    @app_commands.guild_only()
    async def leaderboard(
        self,
        interaction: Interaction,
        game: Choice[str] | None = None,
        period: Choice[str] | None = None,
    ) -> None:
        press, services = press_of(interaction), self._services
        season = _season(period, services.clock.now())
        wanted = Leaderboard(press.guild or 0, game.value if game else ALL_GAMES, season)
        page = await page_for(press, services, wanted, 1, private=False)
        await press.reply.send(page, private=False, silent=True)

    @app_commands.command(description="Ratings, wins and streaks in this server.")
    @app_commands.describe(person="Whose; leave it out for your own")
    @app_commands.guild_only()
    async def profile(self, interaction: Interaction, person: discord.User | None = None) -> None:
        press, services = press_of(interaction), self._services
        await profile_page.show(press, services, asked_about(press, services.computer, person))

    @app_commands.command(description="Finished duels in this server, with their replays.")
    @app_commands.describe(person="Whose; leave it out for your own", game="Of one game only")
    @app_commands.choices(game=GAME_CHOICES)
    @app_commands.guild_only()
    async def history(
        self,
        interaction: Interaction,
        person: discord.User | None = None,
        game: Choice[str] | None = None,
    ) -> None:
        press, services = press_of(interaction), self._services
        whose = asked_about(press, services.computer, person)
        wanted = HistoryPage(whose, game.value if game else None, Side.LATEST, 0)
        await history_page.show(press, services, wanted)


def _season(period: Choice[str] | None, now: float) -> int:
    if period is None or period.value not in (THIS_MONTH, LAST_MONTH):
        return ALL_TIME
    return season_of(now) if period.value == THIS_MONTH else season_before(season_of(now))
