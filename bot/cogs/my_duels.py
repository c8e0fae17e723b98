"""/duels and /resign: the duels you are in, and the way out of one."""

from discord import app_commands

from bot.cogs.options import Commands
from bot.duels.duel import Duel, Status
from bot.ui.texts.messages import confirm_resign, link
from bot.ui.texts.render import layout
from bot.ui.wire.commands import Interaction, press_of, services_of
from games.engine import Refused
from games.screen import Names


@app_commands.command(description="Your duels in this server, and whose pick is missing.")
@app_commands.guild_only()
async def duels(interaction: Interaction) -> None:
    found = await _open(interaction)
    if not found:
        await press_of(interaction).reply.say("You are in no duel here. Start one with /duel.")
        return
    page = layout("### Your duels", await _lines(interaction, found))
    await press_of(interaction).reply.send(page, private=True)


@app_commands.command(description="Give up one of your duels.")
@app_commands.guild_only()
async def resign(interaction: Interaction) -> None:
    live = [duel for duel in await _open(interaction) if duel.status is Status.LIVE]
    here = [duel for duel in live if duel.channel == interaction.channel_id] or live
    if not here:
        raise Refused("You are in no duel here.")
    if len(here) > 1:
        lines = await _lines(interaction, here)
        raise Refused(
            f"You are in several duels. Open the one you mean and press Resign in your hand:\n{lines}"
        )
    (duel,) = here
    turn = duel.match.turn if duel.match else 0
    await press_of(interaction).reply.send(confirm_resign(duel, turn), private=True)


async def _open(interaction: Interaction) -> list[Duel]:
    return await services_of(interaction).arenas.arena(interaction.guild_id or 0).open_of(interaction.user.id)


async def _lines(interaction: Interaction, found: list[Duel]) -> str:
    people = services_of(interaction).people
    return "\n".join([_line(duel, await people.called(duel)) for duel in found])


def _line(duel: Duel, called: Names) -> str:
    title = f"[{duel.room.game.title}]({link(duel)})"
    if duel.match is None or duel.players is None:
        return f"{title}: a challenge to {called[1]}. It ends <t:{int(duel.expires)}:R>."
    missing = " and ".join(called[seat] for seat in duel.match.waiting)
    players = " against ".join(called)
    return f"{title}: {players}. Waiting for {missing}; time is up <t:{int(duel.deadline)}:R>."


COMMANDS: Commands = (duels, resign)
