"""/notify, /block, /unblock: what a person wants to hear, and from whom."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.services import Services
from bot.storage.storage import EVERYONE
from bot.ui.names import name_of
from bot.ui.wire.commands import Interaction, press_of
from games.engine import Refused

LIFTED = (
    "{name} is no longer blocked, but you take challenges from nobody. "
    "Use /unblock without a name to change that."
)
NOT_BLOCKED = (
    "You had not blocked {name}, but you take challenges from nobody. "
    "Use /unblock without a name to change that."
)
"""What is said where everybody is blocked."""


class YouCog(commands.Cog):
    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description="A direct message when it is your turn: on or off.")
    @app_commands.describe(on="Whether you want these messages")
    async def notify(self, interaction: Interaction, on: bool) -> None:  # noqa: FBT001
        await self._services.storage.set_notify(interaction.user.id, on=on)
        text = "You will get a direct message when it is your turn."
        await press_of(interaction).reply.say(text if on else "No more direct messages from me.")

    @app_commands.command(description="Take no challenges from one person, or from anybody.")
    @app_commands.describe(person="Leave it out to take no challenges at all")
    async def block(self, interaction: Interaction, person: discord.User | None = None) -> None:
        if person is not None and person.id == interaction.user.id:
            raise Refused("You can't block yourself.")
        await self._services.storage.block(interaction.user.id, person.id if person else EVERYONE)
        whom = name_of(person) if person else "anybody"
        text = f"You take no challenges from {whom} any more. They are not told. Undo it with /unblock."
        await press_of(interaction).reply.say(self._services.commands.tappable(text))

    @app_commands.command(description="Take challenges again, from one person or in general.")
    @app_commands.describe(person="Leave it out to lift the general block")
    async def unblock(self, interaction: Interaction, person: discord.User | None = None) -> None:
        """Lifts a block. A person who is unblocked by name may still be refused, if everybody is blocked."""
        storage, own = self._services.storage, interaction.user.id
        lifted = await storage.unblock(own, person.id if person else EVERYONE)
        if person is None:
            if not lifted:
                raise Refused("You had not blocked people in general.")
            text = "You take challenges again, except from people whom you have blocked by name."
        elif await storage.blocks(own, EVERYONE):
            text = (LIFTED if lifted else NOT_BLOCKED).format(name=name_of(person))
        elif not lifted:
            raise Refused(f"You had not blocked {name_of(person)}.")
        else:
            text = f"You take challenges from {name_of(person)} again."
        await press_of(interaction).reply.say(self._services.commands.tappable(text))
