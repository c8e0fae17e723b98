"""Messages to single people: a reminder in the channel, or a direct message for those who asked for it."""

import logging
from collections import OrderedDict
from collections.abc import Sequence

import discord

from bot.duels.duel import Duel, Status
from bot.duels.settings import Mentions, SettingsStore
from bot.process.clock import Time
from bot.storage.storage import Storage
from bot.ui.texts.mentions import mention
from bot.ui.texts.messages import link, your_turn
from bot.ui.wire.requests import Requests
from bot.ui.wire.sheet import SILENT
from games.engine import Seat

log = logging.getLogger(__name__)

ACTIVE = 90.0
"""Seconds; a person who pressed something this recently is here and needs no message."""


class Notifications:
    def __init__(
        self, client: discord.Client, requests: Requests, storage: Storage, settings: SettingsStore, now: Time
    ) -> None:
        self._client = client
        self._requests = requests
        self._storage = storage
        self._settings = settings
        self._now = now
        self._pressed: OrderedDict[int, float] = OrderedDict()  # the oldest press is the first item

    def pressed(self, person: int) -> None:
        """Notes that this person is here now, and forgets those who were here long ago."""
        now = self._now()
        self._pressed.pop(person, None)
        self._pressed[person] = now
        while (oldest := next(iter(self._pressed))) and self._pressed[oldest] < now - ACTIVE:
            del self._pressed[oldest]

    async def remind(self, duel: Duel) -> None:
        people = _late(duel)
        if people:
            await self._tell_here(duel, people, f"your time is up <t:{int(duel.deadline)}:R>")

    def may_be_missed(self, duel: Duel) -> bool:
        """Whether one of its players may be away."""
        return not all(map(self._is_here, duel.players or ()))

    async def notify(self, duel: Duel) -> None:
        """Tells absent players of a new turn by direct message, if they asked for that. If their DMs are
        closed, a silent line is posted in the channel instead."""
        for person in _late(duel):
            if self._is_here(person) or not await self._storage.notifies(person):
                continue
            try:
                place = await self._client.create_dm(discord.Object(person))
                await self._requests.post(place.id, your_turn(duel))
            except discord.HTTPException:
                await self._tell_here(duel, [person], "it is your turn", flags=SILENT)

    def _is_here(self, person: int) -> bool:
        return self._now() - self._pressed.get(person, 0.0) < ACTIVE

    async def _tell_here(self, duel: Duel, people: Sequence[int], what: str, flags: int = 0) -> None:
        text = f"{' '.join(map(mention, people))}, {what}: {link(duel)}"
        quiet = (await self._settings.settings(duel.guild)).mentions is Mentions.NOBODY
        try:
            await self._requests.post(duel.channel, text, flags, pinged=[] if quiet else people)
        except discord.HTTPException as error:
            log.warning("duel %s: notification failed (%s)", duel.key, error.code)


def _late(duel: Duel) -> list[int]:
    """The people whose picks are missing."""
    if duel.match is None or duel.players is None or duel.status is not Status.LIVE:
        return []
    waiting: tuple[Seat, ...] = duel.match.waiting
    return [duel.players[seat] for seat in waiting if seat != duel.rival_seat()]
