"""A press, and what every answer to one needs: the arena it is for, and a private place."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import discord

from bot.duels.arena import Arena
from bot.duels.arenas import House
from bot.ui.presses.custom_id import Address
from bot.ui.wire.requests import answer
from games.engine import Refused

if TYPE_CHECKING:
    from bot.client import Gauntlet

UNKNOWN_MESSAGE = 10008
Press: TypeAlias = "discord.Interaction[Gauntlet]"
Act: TypeAlias = Callable[[Press, Address], Awaitable[None]]


def arena_of(house: House, press: Press) -> Arena:
    if press.guild_id is None:
        raise Refused("Duels are played in servers. Press the button there.")
    return house.arena(press.guild_id)


async def arena_for(house: House, press: Press, duel: int) -> Arena:
    """Also from a direct message, for the players of that duel."""
    if press.guild_id is not None:
        return house.arena(press.guild_id)
    guild = await house.storage.guild_of(duel)
    if guild is not None and (await house.arena(guild).duel(duel)).seat_of(press.user.id) is not None:
        return house.arena(guild)
    raise Refused("Duels are played in servers. Press the button there.")


def itself(press: Press) -> int:
    """The bot's own id: the seat of the computer."""
    if press.client.user is None:
        raise RuntimeError("a bot that is not logged in gets no presses")
    return press.client.user.id


async def take_time(press: Press) -> None:
    """What follows may take longer than Discord waits; the answer then goes where `privately` puts it."""
    message = press.message
    if message is not None and message.flags.ephemeral and _is_own(press, message):
        await press.response.defer()
    else:
        await press.response.defer(ephemeral=True, thinking=True)


async def privately(press: Press, view: discord.ui.LayoutView) -> int | None:
    """In the private message that was pressed, or in a new one; never in a message that others see."""
    message = press.message
    if press.response.is_done():
        return (await press.edit_original_response(view=view)).id
    own = message is not None and message.flags.ephemeral and _is_own(press, message)
    if own and message is not None and await _edited(press, view):
        return message.id
    reply = await press.response.send_message(view=view, ephemeral=True)
    return reply.message_id


def _is_own(press: Press, message: discord.Message) -> bool:
    """A private message belongs to whoever asked for it."""
    asked = message.interaction_metadata
    return asked is None or asked.user.id == press.user.id


async def _edited(press: Press, view: discord.ui.LayoutView) -> bool:
    """False when whoever pressed has dismissed the message meanwhile."""
    try:
        await answer(press, view)
    except discord.NotFound as error:
        if error.code != UNKNOWN_MESSAGE:
            raise
        return False
    return True
