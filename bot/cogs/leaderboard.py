"""/leaderboard: this server's best."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.cogs.options import GAME_CHOICES
from bot.ratings.leaderboard import Leaderboard
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME, season_before, season_of
from bot.ui.pages.leaderboard import view_for

if TYPE_CHECKING:
    from bot.client import Gauntlet

THIS_MONTH, LAST_MONTH = "this", "last"
PERIOD_CHOICES = [
    Choice(name="All time", value="all"),
    Choice(name="This month", value=THIS_MONTH),
    Choice(name="Last month", value=LAST_MONTH),
]


def add_to(tree: "app_commands.CommandTree[Gauntlet]") -> None:
    tree.add_command(leaderboard)


@app_commands.command(description="This server's best.")
@app_commands.describe(
    game="Leave it out for all games together", period="All time, unless you say otherwise"
)
@app_commands.choices(game=GAME_CHOICES, period=PERIOD_CHOICES)
@app_commands.guild_only()
async def leaderboard(
    interaction: "discord.Interaction[Gauntlet]",
    game: Choice[str] | None = None,
    period: Choice[str] | None = None,
) -> None:
    season = _season(period, interaction.client.house.clock.now())
    board = Leaderboard(interaction.guild_id or 0, game.value if game else ALL_GAMES, season)
    view = await view_for(interaction, board, 1, private=False)
    silent = discord.AllowedMentions.none()
    await interaction.response.send_message(view=view, allowed_mentions=silent, silent=True)


def _season(period: Choice[str] | None, now: float) -> int:
    if period is None or period.value not in (THIS_MONTH, LAST_MONTH):
        return ALL_TIME
    return season_of(now) if period.value == THIS_MONTH else season_before(season_of(now))
