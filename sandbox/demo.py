"""A small discord.py bot that shows what the sandbox can do. The sandbox's tests run it too."""

import asyncio
import json
import logging
import os
import re
import urllib.request
from typing import Any

import discord
import yarl
from discord import app_commands
from discord.gateway import DiscordWebSocket
from discord.http import Route

COLOURS = ("amber", "crimson", "indigo", "jade", "scarlet", "teal")


class WaveBack(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"wave:(?P<to>\d+):(?P<times>\d+)"):
    """A button that keeps all its data in its custom id, so it works after a restart."""

    def __init__(self, to: int, times: int) -> None:
        label = "Wave back" if not times else f"Wave back ({times})"
        super().__init__(
            discord.ui.Button(label=label, style=discord.ButtonStyle.primary, custom_id=f"wave:{to}:{times}")
        )
        self.to = to
        self.times = times

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> "WaveBack":
        return cls(int(match["to"]), int(match["times"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        if interaction.user.id != self.to:
            await interaction.response.send_message("That wave wasn't for you.", ephemeral=True)
            return
        text = f"{interaction.user.mention} has waved back."
        await interaction.response.edit_message(view=wave_view(text, self.to, self.times + 1))


class Colours(discord.ui.Select[Any]):
    def __init__(self) -> None:
        super().__init__(placeholder="Pick a colour", custom_id="colours")
        for colour in COLOURS:
            self.add_option(label=colour.title(), value=colour)

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(content=f"You picked {self.values[0]}.", view=None)


class Note(discord.ui.Modal, title="A note"):
    text: discord.ui.Label[Any] = discord.ui.Label(
        text="What should it say?",
        component=discord.ui.TextInput(style=discord.TextStyle.paragraph, max_length=200),
    )

    def __init__(self, about: str) -> None:
        super().__init__()
        self.about = about

    async def on_submit(self, interaction: discord.Interaction) -> None:
        box = self.text.component
        text = box.value if isinstance(box, discord.ui.TextInput) else ""
        await interaction.response.send_message(
            f"**{discord.utils.escape_markdown(self.about)}**\n{discord.utils.escape_markdown(text)}"
        )


def wave_view(text: str, to: int, times: int) -> discord.ui.LayoutView:
    view = discord.ui.LayoutView(timeout=None)
    row: discord.ui.ActionRow[Any] = discord.ui.ActionRow(WaveBack(to, times))
    view.add_item(discord.ui.Container(discord.ui.TextDisplay(text), row, accent_colour=0x5865F2))
    return view


def colour_view() -> discord.ui.View:
    return discord.ui.View(timeout=None).add_item(Colours())


@app_commands.command(description="Wave at someone.")
async def wave(interaction: discord.Interaction, person: discord.Member) -> None:
    text = f"{interaction.user.mention} waves at {person.mention}."
    await interaction.response.send_message(view=wave_view(text, person.id, 0))


@app_commands.command(description="Pick a colour that only you see.")
async def colour(interaction: discord.Interaction) -> None:
    await interaction.response.send_message("Nobody else sees this.", view=colour_view(), ephemeral=True)


@app_commands.command(description="Write a note for everyone.")
@app_commands.describe(about="What the note is about")
async def note(interaction: discord.Interaction, about: app_commands.Range[str, 1, 40]) -> None:
    await interaction.response.send_modal(Note(about))


@note.autocomplete("about")
async def suggest(_: discord.Interaction, typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=c.title(), value=c) for c in COLOURS if typed.lower() in c]


@app_commands.context_menu(name="Greet")
async def greet(interaction: discord.Interaction, person: discord.Member) -> None:
    await interaction.response.send_message(f"Hello, {person.mention}!", ephemeral=True)


class Demo(discord.Client):
    def __init__(self) -> None:
        mentions = discord.AllowedMentions(everyone=False, roles=False)
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=mentions)
        self.tree = app_commands.CommandTree(self)

    async def setup_hook(self) -> None:
        self.tree.add_command(wave)
        self.tree.add_command(colour)
        self.tree.add_command(note)
        self.tree.add_command(greet)
        self.add_dynamic_items(WaveBack)
        self.add_view(colour_view())
        await self.tree.sync()


def point_at(api: str) -> None:
    """Makes discord.py send its requests to this address, and asks there for the gateway's address."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(f"{api}/gateway") as answer:
        gateway = json.load(answer)["url"]
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


async def run() -> None:
    async with Demo() as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    discord.utils.setup_logging(level=logging.INFO)
    point_at(os.environ["DISCORD_API"])
    asyncio.run(run())
