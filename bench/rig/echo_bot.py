"""A bare discord.py bot that answers every press by editing the message and does nothing else."""

import asyncio
import os
import re
from typing import Any

import discord

from sandbox.demo import point_at


class Echo(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"echo:(?P<count>\d+)"):
    def __init__(self, count: int) -> None:
        super().__init__(discord.ui.Button(label="Echo", custom_id=f"echo:{count}"))
        self.count = count

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction, _item: discord.ui.Item[Any], match: re.Match[str]
    ) -> "Echo":
        return cls(int(match["count"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(embed=discord.Embed(description=f"Press {self.count}"))


async def run() -> None:
    bot = discord.Client(intents=discord.Intents(guilds=True), max_messages=None, guild_ready_timeout=0.1)
    async with bot:
        bot.add_dynamic_items(Echo)
        await bot.start(os.environ["DISCORD_TOKEN"])


if __name__ == "__main__":
    point_at(os.environ["DISCORD_API"])
    asyncio.run(run())
