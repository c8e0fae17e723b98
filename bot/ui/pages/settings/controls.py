"""The controls of the settings: buttons and lists that work after a restart, known by their custom ids."""

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Self

from discord import ButtonStyle, ChannelType
from discord import ComponentType as Kind

from bot.ui.presses.custom_id import CustomId
from bot.ui.texts.buttons import press_button
from bot.ui.texts.render import frame, in_row
from bot.ui.wire.sheet import Sheet, Wire

MOST_CHANNELS = 25
PLACES = (ChannelType.text, ChannelType.voice, ChannelType.stage_voice, ChannelType.forum)
"""Where a duel can be started; threads count as the channel they belong to. Announcement channels take hardly
any edits."""


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


@dataclass(frozen=True, slots=True)
class SettingsAction(CustomId):
    """A button says its value in its custom id; a list sends what was chosen."""

    word = "settings"
    template = re.compile(r"settings:(?P<wish>[a-z]{1,12})(?::(?P<value>[a-z0-9]{1,20}))?")

    wish: str
    value: str = ""

    def __str__(self) -> str:
        return f"settings:{self.wish}:{self.value}" if self.value else f"settings:{self.wish}"

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        return cls(match["wish"], match["value"] or "")


def button(wish: Wish, label: str, value: str = "", style: ButtonStyle = ButtonStyle.secondary) -> Wire:
    return press_button(SettingsAction(wish, value), label, style)


def options(wish: Wish, offers: Iterable[tuple[str, str]], chosen: str = "", hint: str = "") -> Wire:
    """A list with one of these (value, label) pairs to choose."""
    choices = [{"label": label, "value": value, "default": value == chosen} for value, label in offers]
    return _list(Kind.string_select, wish, hint) | {"options": choices}


def channels(wish: Wish, chosen: Collection[int], hint: str) -> Wire:
    return _list(Kind.channel_select, wish, hint, chosen, "channel") | {
        "channel_types": [place.value for place in PLACES],
        "min_values": 0,
        "max_values": MOST_CHANNELS,
    }


def role(wish: Wish, chosen: int | None, hint: str) -> Wire:
    return _list(Kind.role_select, wish, hint, [chosen] if chosen else [], "role")


def page(*parts: str | Sequence[Wire]) -> Sheet:
    """Texts and rows of controls, one below the other."""
    return frame(*(part if isinstance(part, str) else in_row(part) for part in parts if part))


def _list(kind: Kind, wish: Wish, hint: str, chosen: Collection[int] = (), chosen_kind: str = "") -> Wire:
    """A list of which one is chosen. Discord takes no empty list of defaults where one must be chosen."""
    custom_id = str(SettingsAction(wish))
    plain: Wire = {"type": kind.value, "custom_id": custom_id, "min_values": 1, "max_values": 1}
    if hint:
        plain["placeholder"] = hint
    if chosen:
        plain["default_values"] = [{"id": str(each), "type": chosen_kind} for each in sorted(chosen)]
    return plain
