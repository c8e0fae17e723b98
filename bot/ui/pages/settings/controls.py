"""The controls of the settings: buttons and lists that work after a restart, known by their custom ids."""

import re
from collections.abc import Collection, Iterable, Sequence
from enum import StrEnum
from typing import Any

import discord
from discord import ButtonStyle, ChannelType, SelectDefaultValue, SelectDefaultValueType, SelectOption
from discord.ui import LayoutView

from bot.ui import errors
from bot.ui.texts.render import frame, in_row

MOST_CHANNELS = 25
PLACES = [ChannelType.text, ChannelType.news, ChannelType.voice, ChannelType.stage_voice, ChannelType.forum]
"""Where a duel can be started; threads count as the channel they belong to."""


class Wish(StrEnum):
    """What a control asks for."""

    CHANNELS = "channels"
    PACE = "pace"
    CHALLENGERS = "challengers"
    ROLE = "role"
    MENTIONS = "mentions"
    THREADS = "threads"
    RATED = "rated"
    PANEL = "panel"
    """Back to the panel, without doing anything."""
    RESET = "reset"
    """Opens the list of leaderboards."""
    RESET_WHICH = "which"
    RESET_NOW = "resetnow"
    UNDO = "undo"


class Control(
    discord.ui.DynamicItem[discord.ui.Item[Any]],
    template=r"settings:(?P<wish>[a-z]{1,12})(?::(?P<value>[a-z0-9]{1,20}))?",
):
    """A button says its value in its custom id; a list sends what was chosen."""

    def __init__(self, item: discord.ui.Item[Any], wish: str, value: str = "") -> None:
        super().__init__(item)
        self._wish = wish
        self._value = value

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "Control":
        return cls(item, match["wish"], match["value"] or "")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        data: Any = interaction.data or {}
        values = [str(value) for value in data.get("values", [self._value])]
        try:
            await interaction.client.office.grant(interaction, self._wish, values)
        except Exception as error:
            await errors.explain(interaction, error)


def button(wish: Wish, label: str, value: str = "", style: ButtonStyle = ButtonStyle.secondary) -> Control:
    item: discord.ui.Button[Any] = discord.ui.Button(label=label, style=style, custom_id=_id(wish, value))
    return Control(item, wish, value)


def options(wish: Wish, offers: Iterable[tuple[str, str]], chosen: str = "", hint: str = "") -> Control:
    """One of these (value, label) pairs."""
    item: discord.ui.Select[Any] = discord.ui.Select(
        custom_id=_id(wish),
        placeholder=hint or None,
        options=[SelectOption(label=label, value=value, default=value == chosen) for value, label in offers],
    )
    return Control(item, wish)


def channels(wish: Wish, chosen: Collection[int], hint: str) -> Control:
    item: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id=_id(wish),
        placeholder=hint,
        channel_types=PLACES,
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=_defaults(chosen, SelectDefaultValueType.channel),
    )
    return Control(item, wish)


def role(wish: Wish, chosen: int | None, hint: str) -> Control:
    item: discord.ui.RoleSelect[Any] = discord.ui.RoleSelect(
        custom_id=_id(wish),
        placeholder=hint,
        default_values=_defaults([chosen] if chosen else [], SelectDefaultValueType.role),
    )
    return Control(item, wish)


def paper(*parts: str | Sequence[Control]) -> LayoutView:
    """Texts and rows of controls, one below the other."""
    return frame(*(part if isinstance(part, str) else in_row(part) for part in parts if part))


def _defaults(ids: Iterable[int], kind: SelectDefaultValueType) -> list[SelectDefaultValue]:
    return [SelectDefaultValue(id=each, type=kind) for each in sorted(ids)]


def _id(wish: Wish, value: str = "") -> str:
    return f"settings:{wish}:{value}" if value else f"settings:{wish}"
