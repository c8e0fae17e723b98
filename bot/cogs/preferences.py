"""/notify, /block, /unblock: what a person wants to hear, and from whom."""

import discord
from discord import app_commands

from bot.cogs.options import Commands
from bot.storage.storage import EVERYONE
from bot.ui.texts.names import name_of
from bot.ui.wire.commands import Interaction, press_of, services_of
from games.engine import Refused


@app_commands.command(description="A direct message when it is your turn: on or off.")
@app_commands.describe(on="Whether you want these messages")
async def notify(interaction: Interaction, on: bool) -> None:  # noqa: FBT001
    await services_of(interaction).storage.set_notify(interaction.user.id, on=on)
    text = "You will get a direct message when it is your turn." if on else "No more direct messages from me."
    await press_of(interaction).reply.say(text)


@app_commands.command(description="Take no challenges from one person, or from anybody.")
@app_commands.describe(person="Leave it out to take no challenges at all")
async def block(interaction: Interaction, person: discord.User | None = None) -> None:
    if person is not None and person.id == interaction.user.id:
        raise Refused("You can't block yourself.")
    await services_of(interaction).storage.block(interaction.user.id, person.id if person else EVERYONE)
    whom = name_of(person) if person else "anybody"
    await press_of(interaction).reply.say(
        f"You take no challenges from {whom} any more. Undo it with /unblock."
    )


@app_commands.command(description="Take challenges again, from one person or in general.")
@app_commands.describe(person="Leave it out to lift the general block")
async def unblock(interaction: Interaction, person: discord.User | None = None) -> None:
    lifted = await services_of(interaction).storage.unblock(
        interaction.user.id, person.id if person else EVERYONE
    )
    whom = name_of(person) if person else "people in general"
    if not lifted:
        raise Refused(f"You had not blocked {whom}.")
    await press_of(interaction).reply.say(f"You take challenges from {whom} again.")


COMMANDS: Commands = (notify, block, unblock)
