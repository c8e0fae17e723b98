"""Presses in direct messages: they all arrive on shard 0, and go to the process that keeps their duel."""

import json
import logging
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.database.postgres import PostgresServer
from bot.process.background import BackgroundTasks
from bot.process.mailbox import Post
from bot.ui import errors
from bot.ui.presses.custom_id import TEMPLATE, Address
from bot.ui.presses.number_form import form_address

if TYPE_CHECKING:
    from bot.client import Gauntlet

log = logging.getLogger(__name__)

Payload: TypeAlias = dict[str, Any]
NOBODY_THERE = "That server's duels can't be reached at the moment. Nothing is lost: try again in a minute."


class Handover:
    """Stands before discord.py's own handling of interactions."""

    def __init__(self, client: "Gauntlet", database: PostgresServer) -> None:
        self._client = client
        self._house = client.house
        self._errands = BackgroundTasks()
        parsers = client._connection.parsers  # noqa: SLF001 - the only place where payloads come as they are
        self._handle: Callable[[Payload], None] = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = self._sort
        self._post = Post(
            database, self._house.shards, self._house.clock.now, lambda body: self._handle(json.loads(body))
        )

    def open(self) -> None:
        self._post.open()

    async def close(self) -> None:
        await self._errands.finish()
        await self._post.close()

    def _sort(self, data: Payload) -> None:
        duel = None if data.get("guild_id") else duel_in(data)
        if duel is None:
            self._handle(data)
        else:
            self._errands.run(self._forward(data, duel))

    async def _forward(self, data: Payload, duel: int) -> None:
        try:
            guild = await self._house.storage.guild_of(duel)
            if guild is None or self._house.shards.keeps(guild):
                self._handle(data)
            elif not await self._post.send(int(data["id"]), guild, json.dumps(data)):
                await errors.say(self._interaction(data), NOBODY_THERE)
        except Exception as fault:
            await errors.explain(self._interaction(data), fault, f"{duel:x}")

    def _interaction(self, data: Payload) -> "discord.Interaction[Gauntlet]":
        return discord.Interaction(data=data, state=self._client._connection)  # type: ignore[arg-type] # noqa: SLF001


def duel_in(data: Payload) -> int | None:
    """The duel that a press or a form is about."""
    custom_id = str(data.get("data", {}).get("custom_id", ""))
    match = re.fullmatch(TEMPLATE, custom_id)
    if match is not None:
        return Address.of(match).duel
    form = form_address(custom_id)
    return None if form is None else form[0]
