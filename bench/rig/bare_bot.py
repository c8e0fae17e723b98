"""A bare discord.py bot that makes the same requests as the real one with fixed content, and saves nothing.

A button says which messages are edited besides its answer: p the other player's panel, b the board.
"""

import asyncio
import os
import re
from dataclasses import dataclass, field
from typing import Any

import discord
from discord.ui import ActionRow, Button, Container, LayoutView, TextDisplay

from sandbox.demo import point_at

TITLE = "### High-Low Battle · Round 3 of 5"
STANDINGS = (
    "⏳ **<@1234567890123456789>** 0 points · to pick\n✅ **<@1234567890123456780>** 0 points · has picked"
)
NEWS = "Round 2: both played 2. No earlier round differed, so nobody scores."
FACTS = (
    "-# <@1234567890123456789>'s cards: 3 4 5 6 7 8 9\n"
    "-# <@1234567890123456780>'s cards: 3 4 5 6 7 8 9\n-# A tie now: scores nothing"
)
EDITS = {1: "p", 2: "b", 3: "pb"}
PROMPT = "**Pick a card.** Time is up <t:1800000000:R>."


@dataclass
class BareDuel:
    """Where the messages of a duel are, and who sits in which seat."""

    panels: dict[str, discord.Interaction[Any]] = field(default_factory=dict)
    """By seat: the last press that was answered in the panel, through which it is edited."""
    board: tuple[int, int] = (0, 0)
    people: dict[int, str] = field(default_factory=dict)


class BareButton(
    discord.ui.DynamicItem[Button[Any]],
    template=r"bare:(?P<verb>hand|pick):(?P<duel>[0-9a-f]+):(?P<seat>[01]):(?P<number>\d):(?P<edits>[pb]*)",
):
    def __init__(
        self, verb: str, duel: str, seat: str, number: str, edits: str = "", label: str = ""
    ) -> None:
        custom_id = f"bare:{verb}:{duel}:{seat}:{number}:{edits}"
        super().__init__(
            Button(label=label or number, style=discord.ButtonStyle.primary, custom_id=custom_id)
        )
        self.verb, self.duel, self.seat, self.edits = verb, duel, seat, edits

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> "BareButton":
        return cls(match["verb"], match["duel"], match["seat"], match["number"], match["edits"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.press(interaction, self)


class BareBot(discord.Client):
    def __init__(self) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            max_messages=None,
            guild_ready_timeout=0.1,
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
        )
        self.duels: dict[str, BareDuel] = {}

    async def setup_hook(self) -> None:
        self.add_dynamic_items(BareButton)

    async def press(self, interaction: discord.Interaction[Any], button: BareButton) -> None:
        messages = self.duels.setdefault(button.duel, BareDuel())
        message = interaction.message
        if message is None:
            return
        if button.verb == "hand":
            messages.people.setdefault(interaction.user.id, str(len(messages.people)))
            seat = messages.people[interaction.user.id]
            await interaction.response.send_message(view=panel(button.duel, seat), ephemeral=True)
            messages.panels[seat] = interaction
            messages.board = (message.channel.id, message.id)
            return
        await interaction.response.edit_message(view=panel(button.duel, button.seat))
        messages.panels[button.seat] = interaction
        requests = (
            [self._edit_panel(button.duel, messages, "10"[int(button.seat)])] if "p" in button.edits else []
        )
        if "b" in button.edits:
            requests.append(self._edit_board(button.duel, messages))
        await asyncio.gather(*requests)

    async def _edit_panel(self, duel: str, messages: BareDuel, seat: str) -> None:
        await messages.panels[seat].edit_original_response(view=panel(duel, seat))

    async def _edit_board(self, duel: str, messages: BareDuel) -> None:
        channel, message = messages.board
        partial = self.get_partial_messageable(channel).get_partial_message(message)
        hand = BareButton("hand", duel, "0", "0", label="Your hand")
        view = frame(TITLE, STANDINGS, NEWS, FACTS, PROMPT, rows=[[hand]])
        await partial.edit(view=view, allowed_mentions=discord.AllowedMentions.none())


def panel(duel: str, seat: str) -> LayoutView:
    """A panel with as many texts and buttons as a real one has in the middle of a match."""
    cards = [BareButton("pick", duel, seat, str(n), EDITS.get(n, "")) for n in range(7)]
    rows = [cards[:3], cards[3:6], cards[6:], [BareButton("pick", duel, seat, "7", label="Resign")]]
    return frame(TITLE, STANDINGS, NEWS, FACTS, PROMPT, rows=rows)


def frame(*texts: str, rows: list[list[Any]]) -> LayoutView:
    view = LayoutView(timeout=None)
    view.add_item(
        Container(*map(TextDisplay, texts), *(ActionRow(*row) for row in rows), accent_colour=0xC27C3E)
    )
    return view


async def run() -> None:
    async with BareBot() as bot:
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    point_at(os.environ["DISCORD_API"])
    asyncio.run(run())
