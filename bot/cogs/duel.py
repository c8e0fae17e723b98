"""/duel, and "Challenge to a duel" on a person."""

from typing import TYPE_CHECKING, Any

import discord
from discord import app_commands
from discord.app_commands import Choice

from bot.pace import DEFAULT_PACE, PACES
from bot.ui.buttons import GameButton
from bot.ui.challenges import challenge, check_opponent, check_permissions
from bot.ui.render import Sheet, in_rows
from games import GAMES
from games.engine import Refused
from games.room import AnyRoom

if TYPE_CHECKING:
    from bot.client import Gauntlet

PACE_CHOICES = [Choice(name=pace.label, value=pace.seconds) for pace in PACES]


def add_to(tree: "app_commands.CommandTree[Gauntlet]") -> None:
    group = app_commands.Group(name="duel", description="Challenge somebody to a duel.", guild_only=True)
    for room in GAMES:
        group.add_command(_command(room))
    tree.add_command(group)
    in_servers = app_commands.AppCommandContext(guild=True)
    tree.add_command(
        app_commands.ContextMenu(
            name="Challenge to a duel", callback=_ask_for_game, allowed_contexts=in_servers
        )
    )


def _command(room: AnyRoom) -> app_commands.Command[Any, Any, Any]:
    @app_commands.describe(
        opponent="Whom to challenge; leave it out and anyone may accept; name me to play the computer",
        pace="How long a pick may take",
        rated="Whether it counts for the ratings",
    )
    @app_commands.choices(pace=PACE_CHOICES)
    async def duel(
        interaction: "discord.Interaction[Gauntlet]",
        opponent: discord.User | None = None,
        pace: Choice[int] | None = None,
        rated: bool = True,  # noqa: FBT001, FBT002 - an option of a slash command
    ) -> None:
        seconds = pace.value if pace else DEFAULT_PACE.seconds
        await challenge(interaction, room, opponent, seconds, rated=rated)

    return app_commands.Command(name=room.game.key, description=room.guide.tagline, callback=duel)


async def _ask_for_game(interaction: "discord.Interaction[Gauntlet]", person: discord.Member) -> None:
    check_permissions(interaction)
    if person.id != getattr(interaction.client.user, "id", None):
        check_opponent(person)
    if person.id == interaction.user.id:
        raise Refused("You can't challenge yourself. Pick someone else.")
    view = Sheet()
    view.add_item(discord.ui.TextDisplay(f"Which game, against {person.mention}?"))
    buttons = [GameButton(person.id, room.game.key, room.game.title) for room in GAMES]
    for row in in_rows(buttons, 3):
        view.add_item(discord.ui.ActionRow(*row))
    await interaction.response.send_message(view=view, ephemeral=True)
