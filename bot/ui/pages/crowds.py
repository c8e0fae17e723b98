"""Offers threads where many duels share one channel, and with it Discord's limit of edits."""

import aiohttp
import discord
from cachetools import TTLCache

from bot.duels.settings import Settings
from bot.process.clock import Time
from bot.storage.storage import Storage
from bot.ui.pages.settings import Wish, button
from bot.ui.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet

CROWDED = 5
"""More open duels than these make boards wait for one another."""
SILENCE = 24 * 3600.0
"""Seconds between two offers in one channel."""
MOST_OFFERS = 10_000
"""Offers that are remembered; a channel whose offer is forgotten may get another one."""
WHY = "{count} duels are open in this channel, so boards may come a few seconds late."
TO_MANAGERS = "In a thread of its own each of them is quick. You can change this back in /settings."
TO_OTHERS = "Threads would help: somebody who manages the server can switch them on in /settings."


class Crowds:
    """Remembers offers. People who manage the server are told apart from others, who must not use up their
    offer."""

    def __init__(self, storage: Storage, now: Time) -> None:
        self._storage = storage
        self._offered: TTLCache[tuple[int, bool], bool] = TTLCache(MOST_OFFERS, SILENCE, now)
        """By channel, and whether it was offered to those who manage the server."""

    async def offer_threads(self, press: Press, settings: Settings) -> None:
        """Tells the person who has just begun a duel, privately and at most once a day for each channel."""
        manages = press.permissions.manage_guild
        key = press.channel or 0, manages
        if settings.threads or not _could_have_threads(press) or key in self._offered:
            return
        count = len(await self._storage.open_in(press.guild or 0, press.channel))
        if count <= CROWDED:
            return
        self._offered[key] = True
        try:
            await press.reply.add(_offer(count, manages=manages))
        except (discord.HTTPException, aiohttp.ClientError, OSError):
            self._offered.pop(key, None)


def _could_have_threads(press: Press) -> bool:
    may = press.app_permissions
    return press.takes_threads and may.create_public_threads and may.send_messages_in_threads


def _offer(count: int, *, manages: bool) -> Sheet:
    why = WHY.format(count=count)
    if not manages:
        return layout(f"{why} {TO_OTHERS}")
    switch = button(Wish.THREADS, "Give each duel a thread", "on")
    return layout(f"{why} {TO_MANAGERS}", rows=[[switch]])
