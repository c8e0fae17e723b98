"""/privacy and /mydata: what is stored, a copy of it, and its end."""

from discord import app_commands
from discord.ext import commands

from bot.services import Services
from bot.ui.pages import mydata as page
from bot.ui.wire.commands import Interaction, press_of


class MyDataCog(commands.Cog):
    mydata = app_commands.Group(name="mydata", description="What is stored about you.")

    def __init__(self, services: Services) -> None:
        self._services = services

    @mydata.command(description="Everything stored about you, as a file.")
    async def export(self, interaction: Interaction) -> None:
        await page.export(press_of(interaction), self._services)

    @mydata.command(description="Have your data deleted, in every server.")
    async def delete(self, interaction: Interaction) -> None:
        press = press_of(interaction)
        await press.reply.send(page.question(press.person, self._services.commands), private=True)

    @app_commands.command(description="What is stored here, and for how long.")
    async def privacy(self, interaction: Interaction) -> None:
        facts = page.facts(self._services.commands, self._services.links)
        await press_of(interaction).reply.send(facts, private=True)
