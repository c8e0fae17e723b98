"""Making a challenge: is it possible here and with this person, and then the card."""

from typing import TYPE_CHECKING

import discord

from bot.duels.computer import DEFAULT_LEVEL
from bot.duels.pace import pace_of
from bot.ui.presses.buttons import LevelButton
from bot.ui.presses.entry import check_challenge, check_place
from bot.ui.presses.press import itself, privately
from bot.ui.texts.levels import ask_level
from bot.ui.texts.permissions import NEEDED, NEEDED_IN_THREADS
from games import GAMES
from games.engine import Refused
from games.room import AnyRoom

if TYPE_CHECKING:
    from bot.client import Gauntlet


async def challenge(
    interaction: "discord.Interaction[Gauntlet]",
    room: AnyRoom,
    opponent: discord.User | discord.Member | None,
    pace: int | None = None,
    *,
    rated: bool | None = None,
    level: str | None = None,
) -> None:
    """Pace and stakes that were left open are the server's. A level and no opponent means the computer."""
    with interaction.client.stage.answering(interaction.user.id):
        rival = _rival(interaction, opponent, level)
        await _challenge(interaction, room, opponent, pace, rated=rated, rival=rival)


def _rival(
    interaction: "discord.Interaction[Gauntlet]",
    opponent: discord.User | discord.Member | None,
    level: str | None,
) -> str | None:
    """The computer's level, if it is the computer that is challenged."""
    if opponent is not None and opponent.id == itself(interaction):
        return level or DEFAULT_LEVEL.key
    if opponent is not None and level is not None:
        raise Refused(
            "Levels are for the computer. Leave the level out to challenge a person, "
            "or the opponent to play the computer."
        )
    return level


async def _challenge(
    interaction: "discord.Interaction[Gauntlet]",
    room: AnyRoom,
    opponent: discord.User | discord.Member | None,
    pace: int | None,
    *,
    rated: bool | None,
    rival: str | None,
) -> None:
    client = interaction.client
    if interaction.guild_id is None or interaction.channel_id is None:
        raise Refused("Duels are played in servers. Use /duel there.")
    check_permissions(interaction)
    if opponent is not None and rival is None:
        check_opponent(opponent)
    settings = await (check_place(interaction) if rival else check_challenge(interaction, opponent))
    arena = client.house.arena(interaction.guild_id)
    duel = await arena.challenge(
        interaction.user.id,
        itself(interaction) if rival else opponent.id if opponent else None,
        room,
        settings.pace if pace is None else pace_of(pace),
        rated=settings.rated if rated is None else rated,
        channel=interaction.channel_id,
        rival=rival,
    )
    if rival:
        duel = await arena.accept(duel.id, interaction.user.id, interaction.id)
    await client.desk.announce(interaction, duel, settings)


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
    """A game was chosen after "Challenge to a duel"; who that is may have left meanwhile. The computer is
    asked for its level next."""
    room = _room(game)
    if interaction.guild is None:
        raise Refused("Duels are played in servers. Use /duel there.")
    if person == itself(interaction):
        view = ask_level(room, lambda level: LevelButton(game, level.key, level.name))
        await privately(interaction, view)
        return
    try:
        opponent = await interaction.guild.fetch_member(person)
    except discord.NotFound:
        raise Refused("That person is not in this server any more.") from None
    await challenge(interaction, room, opponent)


async def play_chosen(interaction: "discord.Interaction[Gauntlet]", game: str, level: str) -> None:
    """A level was chosen after the game."""
    await challenge(interaction, _room(game), None, level=level)


def _room(game: str) -> AnyRoom:
    room = next((room for room in GAMES if room.game.key == game), None)
    if room is None:
        raise Refused("That game is not played here. Use /duel to see which are.")
    return room
