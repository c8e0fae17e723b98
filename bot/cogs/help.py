"""/rules, /help and /about: what this is, and how it is played."""

from discord import app_commands

from bot.cogs.options import GAME_CHOICES, Commands
from bot.ui.pages import help as help_page
from bot.ui.pages.about import about as about_page
from bot.ui.wire.commands import Interaction, press_of, services_of
from games import offered_room
from games.engine import Refused


@app_commands.command(description="How a game is played, with an example.")
@app_commands.describe(game="Which game", everyone="Show it to everyone here, not only to yourself")
@app_commands.choices(game=GAME_CHOICES)
async def rules(
    interaction: Interaction,
    game: str,
    everyone: bool = False,  # noqa: FBT001, FBT002 - an option of a slash command
) -> None:
    room = offered_room(game)
    if room is None:
        raise Refused("That game is not played here. Choose one from the list.")
    page = help_page.rules(room, services_of(interaction).commands)
    await press_of(interaction).reply.send(page, private=not everyone)


@app_commands.command(name="help", description="What I can do, and how to start.")
async def show_help(interaction: Interaction) -> None:
    press = press_of(interaction)
    await press.reply.send(help_page.page(press, services_of(interaction)), private=True)


@app_commands.command(description="Which version this is, where to find its source, and how to invite it.")
async def about(interaction: Interaction) -> None:
    services = services_of(interaction)
    page = about_page(
        interaction.application_id,
        services.links,
        await services.servers.in_words(),
        services.started,
        services.database.trouble,
    )
    await press_of(interaction).reply.send(page, private=True)


COMMANDS: Commands = (rules, show_help, about)
