"""Presses in direct messages: they all arrive on shard 0, and go to the process that keeps their duel."""

import json
import logging
from collections.abc import Callable

from bot.health.metrics import Metrics
from bot.process.background import BackgroundTasks
from bot.process.shards import Shards
from bot.storage.mailbox import Mailbox
from bot.storage.storage import Storage
from bot.ui.wire.errors import explain
from bot.ui.wire.intake import Receiver
from bot.ui.wire.press import Payload, essence
from bot.ui.wire.reply import Reply
from bot.ui.wire.requests import Requests

log = logging.getLogger(__name__)

NOBODY_THERE = "That server's duels can't be reached at the moment. Nothing is lost: try again in a minute."


class Forwarding:
    def __init__(
        self,
        mailbox: Mailbox,
        storage: Storage,
        shards: Shards,
        requests: Requests,
        metrics: Metrics,
        duel_in: Callable[[str], int | None],
    ) -> None:
        """`duel_in` reads the duel from a custom id."""
        self._mailbox = mailbox
        self._storage = storage
        self._shards = shards
        self._requests = requests
        self._metrics = metrics
        self._duel_in = duel_in
        self._background = BackgroundTasks()

    def before(self, pass_on: Receiver) -> Receiver:
        """Makes a filter: `pass_on` gets what belongs here, and what other processes send."""
        self._pass_on = pass_on
        self._mailbox.open(self._deliver)
        return self._sort

    def _deliver(self, letter: str) -> None:
        try:
            self._pass_on(json.loads(letter))
        except Exception:
            log.exception("a letter from another process could not be handled")

    async def close(self) -> None:
        await self._background.finish()
        await self._mailbox.close()

    def _sort(self, payload: Payload) -> None:
        custom_id = payload["data"].get("custom_id")
        duel = None if payload.get("guild_id") else self._duel_in(str(custom_id))
        if duel is None:
            self._pass_on(payload)
        else:
            self._background.run(self._forward(payload, duel))

    async def _forward(self, payload: Payload, duel: int) -> None:
        interaction = int(payload["id"])
        reply = Reply(self._requests, interaction, payload["token"])
        reply.duel = f"{duel:x}"
        try:
            guild = await self._storage.guild_of(duel)
            if guild is None or self._shards.keeps(guild):
                self._pass_on(payload)
            elif not await self._mailbox.send(interaction, guild, json.dumps(essence(payload))):
                await reply.say(NOBODY_THERE)
        except Exception as fault:
            await explain(reply, fault, self._metrics)
