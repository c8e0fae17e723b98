"""Which guilds the bot is in: presses from elsewhere, and guilds that it enters and leaves unnoticed.

Where the bot is no member it can answer, but neither keep a board up to date nor remind anybody. Such presses
come from people who have added the bot for themselves, or from servers that added only its commands.
"""

import logging
from collections.abc import Callable, Coroutine
from enum import IntEnum
from typing import Any, TypeAlias

import discord

from bot.health.metrics import Metrics
from bot.process.background import BackgroundTasks
from bot.process.shards import Shards
from bot.ui.wire.errors import explain
from bot.ui.wire.intake import Receiver, handlers_of
from bot.ui.wire.press import Kind, Payload
from bot.ui.wire.reply import Reply
from bot.ui.wire.requests import Requests
from games.engine import Refused

log = logging.getLogger(__name__)

ANSWERABLE = {kind.value for kind in Kind}
BY_GUILD = "0"
"""The key of the server that has installed the bot."""
NOT_A_MEMBER = (
    "I am not a member of this server, so I can't run duels here. "
    "Someone who manages it can [invite me]({invitation})."
)
IN_A_GROUP = "Duels are played in servers. Use me in one that has me, or [invite me]({invitation})."

Entered: TypeAlias = Callable[[discord.Guild], Coroutine[Any, Any, None]]


class Context(IntEnum):
    """Says where an interaction comes from, by Discord's numbers."""

    GUILD = 0
    BOT_DM = 1
    PRIVATE_CHANNEL = 2


class Membership:
    def __init__(
        self,
        client: discord.Client,
        shards: Shards,
        requests: Requests,
        metrics: Metrics,
        invitation: Callable[[], str],
    ) -> None:
        self._client = client
        self._shards = shards
        self._requests = requests
        self._metrics = metrics
        self._invitation = invitation
        self._background = BackgroundTasks()

    def admits(self, payload: Payload) -> bool:
        """Says whether an interaction comes from a server that has the bot, or from its direct messages; if
        not, the person is told."""
        problem = self._problem(payload)
        if problem is None or payload["type"] not in ANSWERABLE:
            return True
        self._background.run(self._refuse(payload, problem))
        return False

    def _problem(self, payload: Payload) -> str | None:
        if payload.get("context") == Context.PRIVATE_CHANNEL:
            return IN_A_GROUP
        guild = payload.get("guild_id")
        return None if guild is None or self._is_in(int(guild), payload) else NOT_A_MEMBER

    def _is_in(self, guild: int, payload: Payload) -> bool:
        """Says whether the bot is in the guild. A server may have installed its commands alone: Discord says
        so here, and has never named that server, although it names unavailable ones too."""
        owners = payload.get("authorizing_integration_owners")
        if owners and BY_GUILD not in owners:
            return False
        is_ours = self._shards.keeps(guild) and self._client.is_ready()
        return self._client.get_guild(guild) is not None or not is_ours

    async def _refuse(self, payload: Payload, problem: str) -> None:
        reply = Reply(self._requests, int(payload["id"]), payload["token"])
        refusal = Refused(problem.format(invitation=self._invitation()))
        await explain(reply, refusal, self._metrics)


class GuildChanges:
    """Notices which guilds the bot enters and leaves, also while a session is lost.

    discord.py never forgets a guild that a new session no longer lists. Whether it calls a guild new depends
    on a field that Discord may leave out. Here a guild is new if neither READY nor an event has named it.
    """

    def __init__(self, client: discord.AutoShardedClient, entered: Entered) -> None:
        """`entered` is called with each guild that the bot enters."""
        self._client = client
        self._on_entered = entered
        self._background = BackgroundTasks()
        self._connected: set[int] = set()
        """The shards that had a session before."""
        self._entered: set[int] = set()
        """Guilds that were entered, and of which Discord has told nothing else yet."""

    def open(self) -> None:
        handlers = handlers_of(self._client)
        self._forget = handlers["GUILD_DELETE"]
        handlers["READY"] = self._before_ready(handlers["READY"])
        handlers["GUILD_CREATE"] = self._before_create(handlers["GUILD_CREATE"])

    def _before_ready(self, pass_on: Receiver) -> Receiver:
        def receive(payload: Payload) -> None:
            shard, listed = payload["shard"][0], {int(guild["id"]) for guild in payload["guilds"]}
            known = {guild.id for guild in self._client.guilds if guild.shard_id == shard}
            if shard in self._connected:
                self._entered |= listed - known
            self._connected.add(shard)
            pass_on(payload)
            for guild in known - listed:
                log.info("a guild has removed the bot while a session was lost")
                self._forget({"id": str(guild)})

        return receive

    def _before_create(self, pass_on: Receiver) -> Receiver:
        def receive(payload: Payload) -> None:
            guild = int(payload["id"])
            if self._client.get_guild(guild) is None:
                self._entered.add(guild)
            pass_on(payload)
            found = self._client.get_guild(guild)
            if guild in self._entered and found is not None and not found.unavailable:
                self._entered.discard(guild)
                self._background.run(self._on_entered(found))

        return receive
