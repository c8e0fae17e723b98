"""/rules, /help and /about: what this is, and how it is played."""

from discord import app_commands
from discord.ext import commands

from bot.cogs.options import GAME_CHOICES
from bot.services import Services
from bot.ui.pages import help as help_page
from bot.ui.pages.about import about as about_page
from bot.ui.wire.commands import Interaction, press_of
from games import offered_room
from games.engine import Refused


class HelpCog(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description="How a game is played, with an example.")
    @app_commands.describe(game="Which game", everyone="Show it to everyone here, not only to yourself")
    @app_commands.choices(game=GAME_CHOICES)
    async def rules(
        self,
        interaction: Interaction,
        game: str,
        everyone: bool = False,  # noqa: FBT001, FBT002 - an option of a slash command
    ) -> None:
        room = offered_room(game)
        if room is None:
            raise Refused("That game is not played here. Choose one from the list.")
        page = help_page.rules(room, self._services.commands)
        await press_of(interaction).reply.send(page, private=not everyone)

    @app_commands.command(name="help", description="What I can do, and how to start.")
    async def show_help(self, interaction: Interaction) -> None:
        press = press_of(interaction)
        await press.reply.send(help_page.page(press, self._services), private=True)

    @app_commands.command(
        description="Which version this is, where to find its source, and how to invite it."
    )
    async def about(self, interaction: Interaction) -> None:
        services = self._services
        page = about_page(
            interaction.application_id,
            services.links,
            await services.servers.in_words(),
            services.started,
            services.database.trouble,
        )
        await press_of(interaction).reply.send(page, private=True)
