"""Slash commands, one cog per subject."""

from typing import Any, TypeAlias, cast

from discord import Intents
from discord.app_commands import AppCommandContext, AppInstallationType
from discord.ext import commands

from bot.cogs.duel import DuelCog
from bot.cogs.help import HelpCog
from bot.cogs.mydata import MyDataCog
from bot.cogs.play import PlayCog
from bot.cogs.puzzle import PuzzleCog
from bot.cogs.ranks import RanksCog
from bot.cogs.server import ServerCog
from bot.cogs.you import YouCog
from bot.services import Services
from bot.ui.wire.publish import as_sent

Bot: TypeAlias = commands.AutoShardedBot

INSTALLS = AppInstallationType(guild=True, user=False)
"""A bot that only one person has added could neither keep a board up to date nor remind anybody."""
IN_SERVERS = AppCommandContext(guild=True, dm_channel=False, private_channel=False)
ALSO_IN_DMS = AppCommandContext(guild=True, dm_channel=True, private_channel=False)


async def add_cogs(bot: Bot, services: Services) -> None:
    """Adds every cog. Each command says where it can be used, because Discord's defaults depend on the
    developer portal."""
    await bot.add_cog(DuelCog(services, bot.tree))
    for cog in (PlayCog, PuzzleCog, RanksCog, HelpCog, YouCog, ServerCog, MyDataCog):
        await bot.add_cog(cog(services))
    for command in bot.tree.get_commands():
        command.allowed_installs = INSTALLS
        command.allowed_contexts = IN_SERVERS if command.guild_only else ALSO_IN_DMS


async def own_commands() -> list[dict[str, Any]]:
    """Returns the commands of this version as they are sent to Discord. None of them is carried out, so no
    services are needed."""
    bot = Bot(commands.when_mentioned, help_command=None, intents=Intents.none())
    await add_cogs(bot, cast("Services", None))
    return as_sent(bot.tree)
