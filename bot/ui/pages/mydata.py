"""A person's own data: the file of it, and the question before it is deleted."""

import re
from io import BytesIO
from typing import TYPE_CHECKING, Any

import discord
from discord import ButtonStyle

from bot.privacy.texts import DELETION, HOW_LONG, KEPT, NOT_KEPT, YOURS, bulleted
from bot.ui import errors
from bot.ui.presses.press import privately
from bot.ui.texts.mentions import Commands
from bot.ui.texts.render import layout, sentence

if TYPE_CHECKING:
    from bot.client import Gauntlet

COMMAND = re.compile("`/([a-z ]+)`")
EXPORTED = "Here is everything stored about you. Each record says what it is."
NOTHING = "Nothing is stored about you. Start a duel with /duel, and there will be."
GONE = (
    "Your data is deleted. Nothing here leads to you any more. You are welcome to play again, as someone new."
)


class DataButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"mydata:(?P<verb>delete|keep):(?P<person>[1-8]?[0-9]{1,18})",
):
    """Carries whom it is for: nobody else can press it."""

    def __init__(self, verb: str, person: int, label: str, style: ButtonStyle) -> None:
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=f"mydata:{verb}:{person}"))
        self._verb = verb
        self._person = person

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "DataButton":
        return cls(match["verb"], int(match["person"]), match["verb"], ButtonStyle.secondary)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        try:
            if interaction.user.id != self._person:
                await errors.say(interaction, "This is for somebody else. Use /mydata yourself.")
            elif self._verb == "delete":
                await _delete(interaction)
            else:
                await privately(interaction, sentence("Nothing was deleted."))
        except Exception as error:
            await errors.explain(interaction, error)


async def export(interaction: "discord.Interaction[Gauntlet]") -> None:
    """It may take a while to collect, and may be too big for one file."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    house = interaction.client.house
    files = await house.export.files(interaction.user.id, house.clock.now(), interaction.filesize_limit)
    if not files:
        await interaction.followup.send(NOTHING, ephemeral=True)
    text = EXPORTED
    for name, content in files:
        file = discord.File(BytesIO(content), name)
        await interaction.followup.send(text, file=file, ephemeral=True)
        text = ""


def question(person: int, commands: Commands) -> discord.ui.LayoutView:
    return _paper(
        commands,
        "### Delete your data?",
        f"In every server, at once and for good:\n{bulleted(DELETION)}",
        "If you want a copy, use `/mydata export` first.",
        DataButton("delete", person, "Delete my data", ButtonStyle.danger),
        DataButton("keep", person, "Keep it", ButtonStyle.secondary),
    )


def facts(commands: Commands) -> discord.ui.LayoutView:
    return _paper(
        commands,
        "### Privacy",
        f"**What is kept**\n{bulleted(KEPT)}",
        NOT_KEPT,
        f"**For how long**\n{bulleted(HOW_LONG)}",
        f"**What you can do**\n{bulleted(YOURS)}",
    )


def _paper(commands: Commands, *parts: str | DataButton) -> discord.ui.LayoutView:
    """Commands that are named in the texts can be tapped."""
    texts = [
        COMMAND.sub(lambda named: commands.mention(named[1]), part) for part in parts if isinstance(part, str)
    ]
    buttons = [part for part in parts if isinstance(part, DataButton)]
    return layout(*texts, rows=[buttons] if buttons else [])


async def _delete(interaction: "discord.Interaction[Gauntlet]") -> None:
    await privately(interaction, sentence("Your data is being deleted…"))
    await interaction.client.house.erasure.erase(interaction.user.id)
    await interaction.edit_original_response(view=sentence(GONE))
