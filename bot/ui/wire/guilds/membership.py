"""Refuses what comes from places that the bot is no part of: servers without it, and groups of people.

There it can answer, but neither keep a board up to date nor remind anybody. Such presses come from people who
have added the bot for themselves, or from servers that added only its commands.
"""

from collections.abc import Callable
from enum import IntEnum

import discord

from bot.health.metrics import Metrics
from bot.process.background import BackgroundTasks
from bot.process.shards import Shards
from bot.ui.wire.errors import explain
from bot.ui.wire.press import Kind, Payload
from bot.ui.wire.reply import Reply
from bot.ui.wire.requests import Requests
from games.engine import Refused

ANSWERABLE = {kind.value for kind in Kind}
BY_GUILD = "0"
"""The key of the server that has installed the bot."""
NOT_A_MEMBER = (
    "I am not a member of this server, so I can't run duels here. "
    "Someone who manages it can [invite me]({invitation})."
)
IN_A_GROUP = "Duels are played in servers. Use me in one that has me, or [invite me]({invitation})."


class Context(IntEnum):
    """Where an interaction comes from, by Discord's numbers."""

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
        """Whether it comes from a server that has the bot, or from its direct messages; if not, the person is
        told."""
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
        """Discord says who has installed the bot. A server may have installed its commands alone; Discord has
        then never named it, although it names unavailable ones too."""
        owners = payload.get("authorizing_integration_owners")
        if owners and BY_GUILD not in owners:
            return False
        is_ours = self._shards.keeps(guild) and self._client.is_ready()
        return self._client.get_guild(guild) is not None or not is_ours

    async def _refuse(self, payload: Payload, problem: str) -> None:
        reply = Reply(self._requests, int(payload["id"]), payload["token"])
        refusal = Refused(problem.format(invitation=self._invitation()))
        await explain(reply, refusal, self._metrics)
