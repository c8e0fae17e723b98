"""Where the settings are changed: who may, what a press does, and the panel as it stands afterwards."""

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

import discord
from discord.ui import LayoutView

from bot.duels.arenas import House
from bot.duels.pace import PACES
from bot.duels.settings import Challengers, Mentions
from bot.ui.pages.settings import resets
from bot.ui.pages.settings.controls import Wish
from bot.ui.pages.settings.panel import panel
from bot.ui.presses.entry import settings_of
from bot.ui.presses.press import Press, privately, take_time
from bot.ui.texts.render import sentence
from games.engine import Refused

Change: TypeAlias = Callable[[Press, list[str]], Awaitable[LayoutView | None]]
"""What is to be shown instead of the panel, if something is."""
COUNTING = "The duels are being counted again. With many of them this takes a minute."
OLD = "This panel is from an older version. Open it again with /settings."


class Office:
    def __init__(self, house: House) -> None:
        self._house = house
        self._changes: dict[str, Change] = {
            Wish.CHANNELS: self._channels,
            Wish.PACE: self._pace,
            Wish.CHALLENGERS: self._challengers,
            Wish.ROLE: self._role,
            Wish.MENTIONS: self._mentions,
            Wish.THREADS: self._switch("threads"),
            Wish.RATED: self._switch("rated"),
            Wish.PANEL: _nothing,
            Wish.RESET: self._which,
            Wish.RESET_WHICH: self._ask,
            Wish.RESET_NOW: self._reset,
            Wish.UNDO: self._undo,
        }

    async def open(self, interaction: Press) -> None:
        check_manager(interaction)
        await privately(interaction, await self._panel(interaction))

    async def grant(self, interaction: Press, wish: str, values: list[str]) -> None:
        check_manager(interaction)
        change = self._changes.get(wish)
        if change is None or not (values or wish == Wish.CHANNELS):
            raise Refused(OLD)
        shown = await change(interaction, values)
        await privately(interaction, shown or await self._panel(interaction))

    async def _panel(self, interaction: Press, note: str = "") -> LayoutView:
        now = self._house.clock.now()
        last = await self._house.storage.ledger.last_reset(interaction.guild_id or 0, now)
        return panel(await settings_of(interaction), interaction.guild, last, note)

    async def _channels(self, interaction: Press, values: list[str]) -> None:
        guild = _guild(interaction)
        chosen = {int(value) for value in values if value.isdecimal()}
        await self._house.servers.set_channels(guild.id, {each for each in chosen if guild.get_channel(each)})

    async def _pace(self, interaction: Press, values: list[str]) -> None:
        offered = {str(pace.seconds): pace.seconds for pace in PACES}
        await self._change(interaction, pace=offered[_one_of(offered, values)])

    async def _challengers(self, interaction: Press, values: list[str]) -> None:
        await self._change(interaction, challengers=_one_of(Challengers, values))

    async def _role(self, interaction: Press, values: list[str]) -> None:
        role = _guild(interaction).get_role(int(values[0])) if values[0].isdecimal() else None
        if role is None:
            raise Refused("That role is gone. Choose another one.")
        await self._change(interaction, role=role.id)

    async def _mentions(self, interaction: Press, values: list[str]) -> None:
        await self._change(interaction, mentions=_one_of(Mentions, values))

    async def _which(self, _interaction: Press, _values: list[str]) -> LayoutView:
        return resets.which()

    async def _ask(self, interaction: Press, values: list[str]) -> LayoutView:
        game = resets.game_of(values[0])
        loss = await self._house.storage.ledger.loss_preview(_guild(interaction).id, game)
        return resets.question(game, loss)

    async def _reset(self, interaction: Press, values: list[str]) -> LayoutView:
        guild, game = _guild(interaction).id, resets.game_of(values[0])
        await take_time(interaction)
        await self._house.storage.ledger.reset(guild, game, interaction.user.id, self._house.clock.now())
        return await self._panel(interaction)

    async def _undo(self, interaction: Press, values: list[str]) -> LayoutView:
        guild, number = _guild(interaction).id, int(values[0]) if values[0].isdecimal() else 0
        await privately(interaction, sentence(COUNTING))
        undone = await self._house.storage.ledger.undo(guild, number, self._house.clock.now())
        note = "Everything is as if that reset had never been." if undone else "It is too late to undo that."
        return await self._panel(interaction, note)

    def _switch(self, column: str) -> Change:
        async def change(interaction: Press, values: list[str]) -> None:
            await self._change(interaction, **{column: _one_of(("on", "off"), values) == "on"})

        return change

    async def _change(self, interaction: Press, **values: object) -> None:
        await self._house.servers.change(_guild(interaction).id, **values)


def check_manager(interaction: discord.Interaction) -> None:
    may = interaction.permissions
    if not (may.manage_guild or may.administrator):
        raise Refused("The settings are for people with the permission Manage Server.")


async def _nothing(_interaction: Press, _values: list[str]) -> None:
    """The panel is shown as it stands."""


def _guild(interaction: Press) -> discord.Guild:
    if interaction.guild is None:
        raise Refused("Settings belong to a server. Use /settings there.")
    return interaction.guild


def _one_of(offered: Iterable[str], values: list[str]) -> str:
    if len(values) != 1 or values[0] not in set(offered):
        raise Refused(OLD)
    return values[0]
