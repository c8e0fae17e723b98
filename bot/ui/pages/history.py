"""/history: finished duels, each with its replay, its review and the proof that it was fair.

It is private: a long list with buttons is for whoever asked, and everybody can ask.
"""

import re
from enum import StrEnum
from typing import Any

import discord
from discord.ui import LayoutView

from bot.history.history import History, Page, Played
from bot.ui import errors
from bot.ui.presses.buttons import Shown, button
from bot.ui.presses.custom_id import Verb
from bot.ui.presses.press import Press, privately
from bot.ui.texts.finished import board_of, nothing_yet, result, reviewable, title_of
from bot.ui.texts.messages import mention
from bot.ui.texts.render import Part, frame, in_row, line


class Side(StrEnum):
    LATEST = "latest"
    OLDER = "older"
    NEWER = "newer"


class HistoryButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=(
        r"past:(?P<person>[1-8]?[0-9]{1,18}):(?P<game>[a-z]{0,20})"
        r":(?P<side>latest|older|newer):(?P<counted>[0-9]{1,9})"
    ),
):
    """Leads to a page of somebody's history: the latest, or the one next to a duel."""

    def __init__(self, label: str, person: int, game: str | None, side: Side, counted: int = 0) -> None:
        custom_id = f"past:{person}:{game or ''}:{side}:{counted}"
        super().__init__(discord.ui.Button(label=label, custom_id=custom_id))
        self.person = person
        self.game = game
        self.side = side
        self.counted = counted

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> "HistoryButton":
        side, counted = Side(match["side"]), int(match["counted"])
        return cls(match["side"], int(match["person"]), match["game"] or None, side, counted)

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.histories.turn(interaction, self)


class Histories:
    def __init__(self, past: History) -> None:
        self._past = past

    async def show(self, interaction: Press, person: int, game: str | None) -> None:
        page = await self._past.latest(person, interaction.guild_id or 0, game)
        await privately(interaction, _view(interaction, person, game, page))

    async def turn(self, interaction: Press, pressed: HistoryButton) -> None:
        try:
            page = await self._turned_to(interaction.guild_id or 0, pressed)
            await privately(interaction, _view(interaction, pressed.person, pressed.game, page))
        except Exception as error:
            await errors.explain(interaction, error)

    async def _turned_to(self, guild: int, pressed: HistoryButton) -> Page:
        if pressed.side is Side.OLDER:
            return await self._past.before(pressed.counted, pressed.person, guild, pressed.game)
        if pressed.side is Side.NEWER:
            return await self._past.after(pressed.counted, pressed.person, guild, pressed.game)
        return await self._past.latest(pressed.person, guild, pressed.game)


def _view(interaction: Press, person: int, game: str | None, page: Page) -> LayoutView:
    if not page.duels:
        raise nothing_yet(interaction, person, game)
    whose = "Your duels" if person == interaction.user.id else f"Duels of {mention(person)}"
    title = f"### {whose} · {title_of(game)}" if game else f"### {whose}"
    parts: list[Part] = [title]
    for played in page.duels:
        parts += (line(), _entry(played), in_row(_afterwards(played)))
    if turns := _turns(person, game, page):
        parts += (line(wide=True), in_row(turns))
    return frame(*parts)


def _entry(played: Played) -> str:
    facts = [f"<t:{int(played.ended)}:d>"]
    if played.won is not None:
        facts.insert(0, "not rated" if played.change is None else str(played.change))
    if address := board_of(played):
        facts.append(f"[board]({address})")
    return f"**{title_of(played.game)}** · {result(played)}\n-# {' · '.join(facts)}"


def _afterwards(played: Played) -> list[Shown]:
    return [
        button(Verb.REPLAY, played.duel, "Replay", turn=1),
        *([button(Verb.REVIEW, played.duel, "Review")] if reviewable(played.game) else []),
        button(Verb.FAIR, played.duel, "Fair play"),
    ]


def _turns(person: int, game: str | None, page: Page) -> list[HistoryButton]:
    turns = []
    if page.newer:
        turns.append(HistoryButton("Newer", person, game, Side.NEWER, page.duels[0].counted))
    if page.older:
        turns.append(HistoryButton("Older", person, game, Side.OLDER, page.duels[-1].counted))
    return turns
