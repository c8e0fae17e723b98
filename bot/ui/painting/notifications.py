"""Messages to single people: a reminder in the channel for the late, a DM for whoever asked for it."""

import logging
from collections import OrderedDict

import discord

from bot.duels.duel import Duel, Status
from bot.duels.settings import Mentions, SettingsStore
from bot.process.clock import Time
from bot.storage.storage import Storage
from bot.ui.texts.messages import link, mention, your_turn
from games.engine import Seat

log = logging.getLogger(__name__)

ACTIVE = 90.0
"""Seconds; whoever pressed something this lately is there and needs no message."""


class Messenger:
    def __init__(self, client: discord.Client, storage: Storage, servers: SettingsStore, now: Time) -> None:
        self._client = client
        self._storage = storage
        self._servers = servers
        self._now = now
        self._pressed: OrderedDict[int, float] = OrderedDict()  # whose first is found at once

    def pressed(self, person: int) -> None:
        """This person is here now. Those who were here long ago are forgotten."""
        now = self._now()
        self._pressed.pop(person, None)
        self._pressed[person] = now
        while (oldest := next(iter(self._pressed))) and self._pressed[oldest] < now - ACTIVE:
            del self._pressed[oldest]

    async def remind(self, duel: Duel) -> None:
        people = _late(duel)
        if people:
            await self._tell_here(duel, people, f"your time is up <t:{int(duel.deadline)}:R>", silent=False)

    def may_be_missed(self, duel: Duel) -> bool:
        """Somebody in it may be away."""
        return not all(map(self._is_here, duel.players or ()))

    async def notify(self, duel: Duel) -> None:
        """A new turn has begun. Whose DMs are closed finds a quiet line in the channel instead."""
        for person in _late(duel):
            if self._is_here(person) or not await self._storage.notifies(person):
                continue
            try:
                place = await self._client.create_dm(discord.Object(person))
                await place.send(view=your_turn(duel))
            except discord.HTTPException:
                await self._tell_here(duel, [person], "it is your turn", silent=True)

    def _is_here(self, person: int) -> bool:
        return self._now() - self._pressed.get(person, 0.0) < ACTIVE

    async def _tell_here(self, duel: Duel, people: list[int], what: str, *, silent: bool) -> None:
        text = f"{' '.join(map(mention, people))}, {what}: {link(duel)}"
        place = self._client.get_partial_messageable(duel.channel, guild_id=duel.guild)
        quiet = (await self._servers.settings(duel.guild)).mentions is Mentions.NOBODY
        objects = [] if quiet else [discord.Object(person) for person in people]
        mentions = discord.AllowedMentions(everyone=False, roles=False, users=objects)
        try:
            await place.send(text, allowed_mentions=mentions, silent=silent)
        except discord.HTTPException as error:
            log.warning("duel %s: a message to its players could not be sent (%s)", duel.key, error.code)


def _late(duel: Duel) -> list[int]:
    """The people whose picks are missing."""
    if duel.match is None or duel.players is None or duel.status is not Status.LIVE:
        return []
    waiting: tuple[Seat, ...] = duel.match.waiting
    return [duel.players[seat] for seat in waiting if seat != duel.rival_seat()]
