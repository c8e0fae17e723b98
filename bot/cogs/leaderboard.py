"""/leaderboard: this server's best."""

from discord import app_commands
from discord.app_commands import Choice

from bot.cogs.options import GAME_CHOICES, Commands
from bot.ratings.leaderboard import Leaderboard
from bot.ratings.model import ALL_GAMES
from bot.ratings.seasons import ALL_TIME, season_before, season_of
from bot.ui.pages.leaderboard import page_for
from bot.ui.wire.commands import Interaction, press_of, services_of

THIS_MONTH, LAST_MONTH = "this", "last"
PERIOD_CHOICES = [
    Choice(name="All time", value="all"),
    Choice(name="This month", value=THIS_MONTH),
    Choice(name="Last month", value=LAST_MONTH),
]


@app_commands.command(description="This server's best.")
@app_commands.describe(
    game="Leave it out for all games together", period="All time, unless you say otherwise"
)
@app_commands.choices(game=GAME_CHOICES, period=PERIOD_CHOICES)
@app_commands.guild_only()
async def leaderboard(
    interaction: Interaction,
    game: Choice[str] | None = None,
    period: Choice[str] | None = None,
) -> None:
    press, services = press_of(interaction), services_of(interaction)
    season = _season(period, services.clock.now())
    wanted = Leaderboard(press.guild or 0, game.value if game else ALL_GAMES, season)
    page = await page_for(press, services, wanted, 1, private=False)
    await press.reply.send(page, private=False, silent=True)


def _season(period: Choice[str] | None, now: float) -> int:
    if period is None or period.value not in (THIS_MONTH, LAST_MONTH):
        return ALL_TIME
    return season_of(now) if period.value == THIS_MONTH else season_before(season_of(now))


COMMANDS: Commands = (leaderboard,)
