"""/duel, and "Challenge to a duel" on a person."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, ContextMenu
from discord.ext import commands

from bot.duels.computer import DEFAULT_LEVEL, levels_of
from bot.duels.pace import PACES
from bot.services import Services
from bot.ui.duels.allowed import check_challenge, check_opponent, check_permissions
from bot.ui.duels.new_challenge import ask_game, challenge
from bot.ui.levels import choice_name
from bot.ui.wire.commands import Interaction, press_of
from games import GAMES
from games.engine import Refused
from games.room import AnyRoom

PACE_CHOICES = [Choice(name=pace.label, value=pace.seconds) for pace in PACES]


class DuelCog(commands.Cog):
    duel = app_commands.Group(name="duel", description="Challenge somebody to a duel.", guild_only=True)

    def __init__(self, services: Services, tree: app_commands.CommandTree[Any]) -> None:
        self._services = services
        self._tree = tree
        self._menu = ContextMenu(name="Challenge to a duel", callback=self._ask_for_game)
        for room in GAMES:
            self.duel.add_command(self._command(room))

    async def cog_load(self) -> None:
        """Adds the context menu by hand, because a cog can't hold one."""
        self._tree.add_command(self._menu)

    async def cog_unload(self) -> None:
        self._tree.remove_command(self._menu.name, type=self._menu.type)

    def _command(self, room: AnyRoom) -> app_commands.Command[Any, Any, Any]:
        """Makes the subcommand of one game."""
        level_choices = [Choice(name=choice_name(room, level), value=level.key) for level in levels_of(room)]

        @app_commands.describe(
            opponent="Whom to challenge; leave it out and anyone may accept; name me to play the computer",
            level=f"Play the computer, this strong; {DEFAULT_LEVEL.name} when you only name me",
            pace="How long a pick may take; left out, what is usual in this server",
            rated="Whether it counts for the ratings; left out, what is usual in this server",
        )
        @app_commands.choices(level=level_choices)
        @app_commands.choices(pace=PACE_CHOICES)
        async def duel(
            interaction: Interaction,
            opponent: discord.User | None = None,
            level: Choice[str] | None = None,
            pace: Choice[int] | None = None,
            rated: bool | None = None,  # noqa: FBT001 - an option of a slash command
        ) -> None:
            seconds, key = pace.value if pace else None, level.value if level else None
            press = press_of(interaction)
            await challenge(press, self._services, room, opponent, seconds, rated=rated, level=key)

        return app_commands.Command(name=room.game.key, description=room.guide.tagline, callback=duel)

    @app_commands.guild_only()
    async def _ask_for_game(self, interaction: Interaction, person: discord.Member) -> None:
        press, services = press_of(interaction), self._services
        check_permissions(press)
        if person.id != services.computer:
            check_opponent(person)
        if person.id == press.person:
            raise Refused("You can't challenge yourself. Pick someone else.")
        await check_challenge(press, services, person)
        await ask_game(press, services, person.id)
