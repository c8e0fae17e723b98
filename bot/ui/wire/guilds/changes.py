"""Notices which guilds the bot enters and leaves, also while a session is lost.

discord.py never forgets a guild that a new session no longer lists. Whether it calls a guild new depends on a
field that Discord may leave out; here a guild is new if neither READY nor an event has named it before.
"""

import logging
from collections.abc import Callable
from typing import Any, TypeAlias

import discord

log = logging.getLogger(__name__)

Payload: TypeAlias = dict[str, Any]
Take: TypeAlias = Callable[[Payload], None]
ENTERED, REMOVED = "guild_entered", "guild_remove"
"""What the client is told, by `on_guild_entered` and `on_guild_remove`."""


class GuildChanges:
    def __init__(self, client: discord.AutoShardedClient) -> None:
        self._client = client
        self._connected: set[int] = set()
        """The shards that had a session before."""
        self._entered: set[int] = set()
        """Guilds that were entered, and of which Discord has told nothing else yet."""

    def open(self) -> None:
        parsers = self._client._connection.parsers  # noqa: SLF001 - who handles an event
        parsers["READY"] = self._before_ready(parsers["READY"])
        parsers["GUILD_CREATE"] = self._before_create(parsers["GUILD_CREATE"])

    def _before_ready(self, take: Take) -> Take:
        def receive(payload: Payload) -> None:
            shard, listed = payload["shard"][0], {int(guild["id"]) for guild in payload["guilds"]}
            known = {guild.id: guild for guild in self._client.guilds if guild.shard_id == shard}
            if shard in self._connected:
                self._entered |= listed - known.keys()
            self._connected.add(shard)
            take(payload)
            for guild in known.keys() - listed:
                self._remove(known[guild])

        return receive

    def _before_create(self, take: Take) -> Take:
        def receive(payload: Payload) -> None:
            guild = int(payload["id"])
            if self._client.get_guild(guild) is None:
                self._entered.add(guild)
            take(payload)
            found = self._client.get_guild(guild)
            if guild in self._entered and found is not None and not found.unavailable:
                self._entered.discard(guild)
                self._client.dispatch(ENTERED, found)

        return receive

    def _remove(self, guild: discord.Guild) -> None:
        log.info("a guild has removed the bot while a session was lost")
        self._client._connection._remove_guild(guild)  # noqa: SLF001 - nothing else makes discord.py forget it
        self._client.dispatch(REMOVED, guild)
