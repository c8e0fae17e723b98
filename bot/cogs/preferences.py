"""/notify, /block, /unblock: what a person wants to hear, and from whom."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.storage.storage import EVERYONE
from bot.ui import errors
from games.engine import Refused

if TYPE_CHECKING:
    from bot.client import Gauntlet


def add_to(tree: "app_commands.CommandTree[Gauntlet]") -> None:
    tree.add_command(notify)
    tree.add_command(block)
    tree.add_command(unblock)


@app_commands.command(description="A direct message when it is your turn: on or off.")
@app_commands.describe(on="Whether you want these messages")
async def notify(interaction: "discord.Interaction[Gauntlet]", on: bool) -> None:  # noqa: FBT001
    await interaction.client.house.storage.set_notify(interaction.user.id, on=on)
    text = "You will get a direct message when it is your turn." if on else "No more direct messages from me."
    await errors.say(interaction, text)


@app_commands.command(description="Take no challenges from one person, or from anybody.")
@app_commands.describe(person="Leave it out to take no challenges at all")
async def block(interaction: "discord.Interaction[Gauntlet]", person: discord.User | None = None) -> None:
    if person is not None and person.id == interaction.user.id:
        raise Refused("You can't block yourself.")
    await interaction.client.house.storage.block(interaction.user.id, person.id if person else EVERYONE)
    whom = person.mention if person else "anybody"
    await errors.say(interaction, f"You take no challenges from {whom} any more. Undo it with /unblock.")


@app_commands.command(description="Take challenges again, from one person or in general.")
@app_commands.describe(person="Leave it out to lift the general block")
async def unblock(interaction: "discord.Interaction[Gauntlet]", person: discord.User | None = None) -> None:
    lifted = await interaction.client.house.storage.unblock(
        interaction.user.id, person.id if person else EVERYONE
    )
    whom = person.mention if person else "people in general"
    if not lifted:
        raise Refused(f"You had not blocked {whom}.")
    await errors.say(interaction, f"You take challenges from {whom} again.")
