"""In how many servers the bot is, with those of other processes."""

import discord

from bot.health.shared import Shared
from bot.process.shards import Shards

PATIENCE = 1.0
"""Seconds for Discord's answer: a person is waiting, and Discord waits three for ours."""
KEPT = 300.0
"""Seconds for which it is kept."""


class ServerCount:
    def __init__(self, client: discord.Client, shards: Shards) -> None:
        self._client = client
        self._shards = shards
        self._answer = Shared(self._ask, PATIENCE, KEPT)
        self._last = 0

    async def in_words(self) -> str:
        own = len(self._client.guilds)
        if self._shards.keeps_all:
            return "1 server" if own == 1 else f"{own:,} servers"
        return f"about {max(own, await self._everywhere()):,} servers"

    async def _everywhere(self) -> int:
        """Discord's estimate; if it does not answer, the one before."""
        try:
            self._last = await self._answer.get()
        except Exception:
            known = self._client.application
            return self._last or (0 if known is None else known.approximate_guild_count)
        return self._last

    async def _ask(self) -> int:
        return (await self._client.application_info()).approximate_guild_count
