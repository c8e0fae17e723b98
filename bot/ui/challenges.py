"""Making a challenge: is it possible here and with this person, and then the card."""

from typing import TYPE_CHECKING

import discord

from bot.pace import DEFAULT_PACE, pace_of
from bot.ui.permissions import NEEDED, NEEDED_IN_THREADS
from games import GAMES
from games.engine import Refused
from games.room import AnyRoom

if TYPE_CHECKING:
    from bot.client import Gauntlet


async def challenge(
    interaction: "discord.Interaction[Gauntlet]",
    room: AnyRoom,
    opponent: discord.User | discord.Member | None,
    pace: int = DEFAULT_PACE.seconds,
    *,
    rated: bool = True,
) -> None:
    with interaction.client.stage.answering(interaction.user.id):
        await _challenge(interaction, room, opponent, pace, rated=rated)


async def _challenge(
    interaction: "discord.Interaction[Gauntlet]",
    room: AnyRoom,
    opponent: discord.User | discord.Member | None,
    pace: int,
    *,
    rated: bool,
) -> None:
    client = interaction.client
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused("Duels are played in servers. Use /duel there.")
    check_permissions(interaction)
    itself = opponent is not None and client.user is not None and opponent.id == client.user.id
    if opponent is not None and not itself:
        check_opponent(opponent)
    arena = client.house.arena(interaction.guild_id)
    duel = await arena.challenge(
        interaction.user.id,
        opponent.id if opponent else None,
        room,
        pace_of(pace),
        rated=rated,
        channel=interaction.channel_id,
        rival=next(iter(room.rivals)) if itself else None,
    )
    if itself:
        duel = await arena.accept(duel.id, interaction.user.id, interaction.id)
    await client.desk.announce(interaction, duel)


def check_permissions(interaction: discord.Interaction) -> None:
    """Before the duel starts, not in the middle of it."""
    needed = NEEDED_IN_THREADS if isinstance(interaction.channel, discord.Thread) else NEEDED
    missing = [name for key, name in needed.items() if not getattr(interaction.app_permissions, key)]
    if missing:
        raise Refused(
            f"I can't run a duel here: I lack the permission {' and '.join(missing)} in this channel. "
            "Ask someone who manages the server, or use another channel."
        )


def check_opponent(opponent: discord.User | discord.Member) -> None:
    if opponent.bot:
        raise Refused("Other bots don't duel. Challenge a person, or me.")
    if not isinstance(opponent, discord.Member):
        raise Refused("That person is not in this server. Challenge someone who is.")


async def challenge_chosen(interaction: "discord.Interaction[Gauntlet]", person: int, game: str) -> None:
    """A game was chosen after "Challenge to a duel"; who that is may have left meanwhile."""
    room = next((room for room in GAMES if room.game.key == game), None)
    if room is None or interaction.guild is None:
        raise Refused("That game is not played here. Use /duel to see which are.")
    try:
        opponent = await interaction.guild.fetch_member(person)
    except discord.NotFound:
        raise Refused("That person is not in this server any more.") from None
    await challenge(interaction, room, opponent)
