"""/duels and /resign: the duels you are in, and the way out of one."""

from typing import TYPE_CHECKING

import discord
from discord import app_commands

from bot.duels.duel import Duel, Status
from bot.ui import errors
from bot.ui.texts.messages import confirm_resign, link, mention, names
from bot.ui.texts.render import layout
from games.engine import Refused

if TYPE_CHECKING:
    from bot.client import Gauntlet


def add_to(tree: "app_commands.CommandTree[Gauntlet]") -> None:
    tree.add_command(duels)
    tree.add_command(resign)


@app_commands.command(description="Your duels in this server, and whose pick is missing.")
@app_commands.guild_only()
async def duels(interaction: "discord.Interaction[Gauntlet]") -> None:
    found = await _open(interaction)
    if not found:
        await errors.say(interaction, "You are in no duel here. Start one with /duel.")
        return
    await interaction.response.send_message(
        view=layout("### Your duels", "\n".join(map(_line, found))), ephemeral=True
    )


@app_commands.command(description="Give up one of your duels.")
@app_commands.guild_only()
async def resign(interaction: "discord.Interaction[Gauntlet]") -> None:
    live = [duel for duel in await _open(interaction) if duel.status is Status.LIVE]
    here = [duel for duel in live if duel.channel == interaction.channel_id] or live
    if not here:
        raise Refused("You are in no duel here.")
    if len(here) > 1:
        lines = "\n".join(map(_line, here))
        raise Refused(
            f"You are in several duels. Open the one you mean and press Resign in your hand:\n{lines}"
        )
    (duel,) = here
    turn = duel.match.turn if duel.match else 0
    await interaction.response.send_message(view=confirm_resign(duel, turn), ephemeral=True)


async def _open(interaction: "discord.Interaction[Gauntlet]") -> list[Duel]:
    return await interaction.client.house.arena(interaction.guild_id or 0).open_of(interaction.user.id)


def _line(duel: Duel) -> str:
    title = f"[{duel.room.game.title}]({link(duel)})"
    if duel.match is None or duel.players is None:
        whom = mention(duel.challenged) if duel.challenged else "anyone"
        return f"{title}: a challenge to {whom}. It ends <t:{int(duel.expires)}:R>."
    missing = " and ".join(names(duel)[seat] for seat in duel.match.waiting)
    players = " against ".join(names(duel))
    return f"{title}: {players}. Waiting for {missing}; time is up <t:{int(duel.deadline)}:R>."
