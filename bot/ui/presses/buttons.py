"""Buttons that work after a restart: all they need to know is in their custom id."""

import re
from typing import Any, TypeAlias

import discord
from discord import ButtonStyle

from bot.ui.presses.custom_id import TEMPLATE, Address, Verb

BUTTON = discord.ComponentType.button.value
Shown: TypeAlias = dict[str, Any]
"""A button as it is sent."""


class DuelButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=TEMPLATE):
    def __init__(self, address: Address, label: str, style: ButtonStyle = ButtonStyle.secondary) -> None:
        super().__init__(discord.ui.Button(label=label, style=style, custom_id=str(address)))
        self.address = address

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "DuelButton":
        return cls(Address.of(match), getattr(item, "label", None) or "…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.desk.press(interaction, self.address)


class GameButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"ask:(?P<person>[1-8]?[0-9]{1,18}):(?P<game>[a-z]{1,20})",
):
    """Which game to challenge somebody to."""

    def __init__(self, person: int, game: str, label: str) -> None:
        super().__init__(discord.ui.Button(label=label, custom_id=f"ask:{person}:{game}"))
        self.person = person
        self.game = game

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "GameButton":
        return cls(int(match["person"]), match["game"], match["game"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.desk.ask(interaction, self.person, self.game)


class LevelButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"play:(?P<game>[a-z]{1,20}):(?P<level>[a-z]{1,20})",
):
    """At which level the computer shall play."""

    def __init__(self, game: str, level: str, label: str) -> None:
        super().__init__(discord.ui.Button(label=label, custom_id=f"play:{game}:{level}"))
        self.game = game
        self.level = level

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "LevelButton":
        return cls(match["game"], match["level"], match["level"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.desk.play(interaction, self.game, self.level)


def button(verb: Verb, duel: int, label: str, turn: int = 0, token: str = "", *, main: bool = False) -> Shown:
    """To be shown; whoever presses it presses a DuelButton, for that is known by its custom id."""
    style = ButtonStyle.primary if main else ButtonStyle.secondary
    return _shown(Address(verb, duel, turn, token), label, style)


def danger(verb: Verb, duel: int, label: str, turn: int = 0, token: str = "") -> Shown:
    return _shown(Address(verb, duel, turn, token), label, ButtonStyle.danger)


def _shown(address: Address, label: str, style: ButtonStyle) -> Shown:
    return {"type": BUTTON, "style": style.value, "label": label, "custom_id": str(address)}
