"""/privacy and /mydata: what is stored, a copy of it, and its end."""

from discord import app_commands

from bot.cogs.options import Commands
from bot.ui.pages import mydata as page
from bot.ui.wire.commands import Interaction, press_of, services_of


@app_commands.command(description="Everything stored about you, as a file.")
async def export(interaction: Interaction) -> None:
    await page.export(press_of(interaction), services_of(interaction))


@app_commands.command(description="Have your data deleted, in every server.")
async def delete(interaction: Interaction) -> None:
    press, services = press_of(interaction), services_of(interaction)
    await press.reply.send(page.question(press.person, services.commands), private=True)


@app_commands.command(description="What is stored here, and for how long.")
async def privacy(interaction: Interaction) -> None:
    services = services_of(interaction)
    await press_of(interaction).reply.send(page.facts(services.commands, services.links), private=True)


def _group() -> app_commands.Group:
    group = app_commands.Group(name="mydata", description="What is stored about you.")
    group.add_command(export)
    group.add_command(delete)
    return group


COMMANDS: Commands = (_group(), privacy)
