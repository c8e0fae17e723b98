"""What a press in the settings does: who may, what changes, and the panel as it stands afterwards."""

from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from typing import TypeAlias

import discord

from bot.duels.pace import PACES
from bot.duels.settings import Challengers, Mentions
from bot.services import Services
from bot.ui.pages.settings import resets
from bot.ui.pages.settings.controls import SettingsAction, Wish
from bot.ui.pages.settings.panel import panel
from bot.ui.presses.allowed import guild_of, settings_of, takes_duels
from bot.ui.presses.handlers import Handlers
from bot.ui.texts.render import sentence
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet
from games.engine import Refused

Change: TypeAlias = Callable[[Press, Services, list[str]], Awaitable[Sheet | None]]
"""Changes something; returns what is to be shown instead of the panel, if anything."""
COUNTING = "The duels are being counted again. With many of them this takes a minute."
OLD = "This panel is from an older version. Open it again with /settings."

on = Handlers()


async def show(press: Press, services: Services) -> None:
    check_manager(press)
    await press.reply.privately(await _panel(press, services))


@on.component(SettingsAction)
async def act(press: Press, services: Services, action: SettingsAction) -> None:
    check_manager(press)
    change = CHANGES.get(action.wish)
    is_list = action.wish in LISTS
    values = [*press.values] if is_list else [action.value]
    if change is None or not (values or action.wish == Wish.CHANNELS):
        raise Refused(OLD)
    instead = await change(press, services, values)
    await press.reply.privately(instead or await _panel(press, services))


async def _panel(press: Press, services: Services, note: str = "") -> Sheet:
    last = await services.ledger.last_reset(press.guild or 0, services.clock.now())
    guild = services.client.get_guild(press.guild or 0)
    names = await services.people.names(press.guild or 0, [] if last is None else [last.by])
    return panel(await settings_of(press, services), guild, last, names, note)


async def _set_channels(press: Press, services: Services, values: list[str]) -> None:
    guild = _guild(press, services)
    chosen = {int(value) for value in values if value.isdecimal()}
    await services.settings.set_channels(
        guild.id, {each for each in chosen if takes_duels(guild.get_channel(each))}
    )


async def _set_pace(press: Press, services: Services, values: list[str]) -> None:
    offered = {str(pace.seconds): pace.seconds for pace in PACES}
    await _set(press, services, pace=offered[_one_of(offered, values)])


async def _set_challengers(press: Press, services: Services, values: list[str]) -> None:
    await _set(press, services, challengers=_one_of(Challengers, values))


async def _set_role(press: Press, services: Services, values: list[str]) -> None:
    role = _guild(press, services).get_role(int(values[0])) if values[0].isdecimal() else None
    if role is None:
        raise Refused("That role is gone. Choose another one.")
    await _set(press, services, role=role.id)


async def _set_mentions(press: Press, services: Services, values: list[str]) -> None:
    await _set(press, services, mentions=_one_of(Mentions, values))


async def _switch(column: str, press: Press, services: Services, values: list[str]) -> None:
    await _set(press, services, **{column: _one_of(("on", "off"), values) == "on"})


async def _nothing(_press: Press, _services: Services, _values: list[str]) -> None:
    """The panel is shown as it stands."""


async def _ask_which(_press: Press, _services: Services, _values: list[str]) -> Sheet:
    return resets.which()


async def _ask_again(press: Press, services: Services, values: list[str]) -> Sheet:
    game = resets.game_of(values[0])
    loss = await services.ledger.loss_preview(_guild(press, services).id, game)
    leader = [] if loss.leader is None else [loss.leader]
    return resets.question(game, loss, await services.people.names(press.guild or 0, leader))


async def _reset(press: Press, services: Services, values: list[str]) -> Sheet:
    guild, game = _guild(press, services).id, resets.game_of(values[0])
    await press.reply.take_time()
    await services.ledger.reset(guild, game, press.person, services.clock.now())
    return await _panel(press, services)


async def _undo(press: Press, services: Services, values: list[str]) -> Sheet:
    guild, number = _guild(press, services).id, int(values[0]) if values[0].isdecimal() else 0
    await press.reply.privately(sentence(COUNTING))
    undone = await services.ledger.undo(guild, number, services.clock.now())
    note = "Everything is as if that reset had never been." if undone else "It is too late to undo that."
    return await _panel(press, services, note)


async def _set(press: Press, services: Services, **values: object) -> None:
    await services.settings.change(_guild(press, services).id, **values)


CHANGES: dict[str, Change] = {
    Wish.CHANNELS: _set_channels,
    Wish.PACE: _set_pace,
    Wish.CHALLENGERS: _set_challengers,
    Wish.ROLE: _set_role,
    Wish.MENTIONS: _set_mentions,
    Wish.THREADS: partial(_switch, "threads"),
    Wish.RATED: partial(_switch, "rated"),
    Wish.PANEL: _nothing,
    Wish.RESET: _ask_which,
    Wish.RESET_WHICH: _ask_again,
    Wish.RESET_NOW: _reset,
    Wish.UNDO: _undo,
}
LISTS = (Wish.CHANNELS, Wish.PACE, Wish.CHALLENGERS, Wish.ROLE, Wish.MENTIONS, Wish.RESET_WHICH)
"""They send what was chosen; buttons carry their value."""


def check_manager(press: Press) -> None:
    if not (press.permissions.manage_guild or press.permissions.administrator):
        raise Refused("The settings are for people with the permission Manage Server.")


def _guild(press: Press, services: Services) -> discord.Guild:
    if press.guild is None:
        raise Refused("Settings belong to a server. Use /settings there.")
    return guild_of(press, services)


def _one_of(offered: Iterable[str], values: list[str]) -> str:
    if len(values) != 1 or values[0] not in set(offered):
        raise Refused(OLD)
    return values[0]
