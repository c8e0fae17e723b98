"""Notices guilds that removed the bot while it had lost its session: a new session no longer lists them.

discord.py never forgets a guild by itself, and says that it is ready again only if it has one shard.
"""

import logging
from collections.abc import Callable
from typing import Any, TypeAlias

import discord

log = logging.getLogger(__name__)

Payload: TypeAlias = dict[str, Any]
EVENT = "READY"


def notice_departures(client: discord.AutoShardedClient) -> None:
    """From now on `on_guild_remove` is called for such guilds too."""
    state = client._connection  # noqa: SLF001 - where discord.py keeps guilds, and who handles an event
    begin: Callable[[Payload], None] = state.parsers[EVENT]

    def receive(payload: Payload) -> None:
        gone = _missing(client, payload)
        begin(payload)
        for guild in gone:
            log.info("a guild has removed the bot while a session was lost")
            state._remove_guild(guild)  # noqa: SLF001
            client.dispatch("guild_remove", guild)

    state.parsers[EVENT] = receive


def _missing(client: discord.AutoShardedClient, payload: Payload) -> list[discord.Guild]:
    """The guilds of a shard that we know and Discord does not list. It lists unavailable ones too."""
    shard, listed = payload["shard"][0], {int(guild["id"]) for guild in payload["guilds"]}
    return [guild for guild in client.guilds if guild.shard_id == shard and guild.id not in listed]
