"""Where the settings are changed: who may, what a press does, and the panel as it stands afterwards."""

from collections.abc import Awaitable, Callable, Iterable

import discord

from bot.house import House
from bot.pace import PACES
from bot.settings import Challengers, Mentions
from bot.ui.controls import Wish
from bot.ui.entry import settings_of
from bot.ui.press import Press, privately
from bot.ui.settings import panel
from games.engine import Refused

OLD = "This panel is from an older version. Open it again with /settings."


class Office:
    def __init__(self, house: House) -> None:
        self._house = house
        self._changes: dict[str, Callable[[Press, list[str]], Awaitable[None]]] = {
            Wish.CHANNELS: self._channels,
            Wish.PACE: self._pace,
            Wish.CHALLENGERS: self._challengers,
            Wish.ROLE: self._role,
            Wish.MENTIONS: self._mentions,
            Wish.THREADS: self._switch("threads"),
            Wish.RATED: self._switch("rated"),
            Wish.PANEL: _nothing,
        }

    async def open(self, interaction: Press) -> None:
        check_manager(interaction)
        await self._show(interaction)

    async def grant(self, interaction: Press, wish: str, values: list[str]) -> None:
        check_manager(interaction)
        change = self._changes.get(wish)
        if change is None:
            raise Refused(OLD)
        await change(interaction, values)
        await self._show(interaction)

    async def _show(self, interaction: Press) -> None:
        await privately(interaction, panel(await settings_of(interaction), interaction.guild))

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
        role = _guild(interaction).get_role(int(values[0])) if values and values[0].isdecimal() else None
        if role is None:
            raise Refused("That role is gone. Choose another one.")
        await self._change(interaction, role=role.id)

    async def _mentions(self, interaction: Press, values: list[str]) -> None:
        await self._change(interaction, mentions=_one_of(Mentions, values))

    def _switch(self, column: str) -> Callable[[Press, list[str]], Awaitable[None]]:
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
