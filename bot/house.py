"""All arenas of this process, the clock that watches them, and those who are told."""

import logging
from collections.abc import Callable
from typing import Protocol

from bot.arena import Arena
from bot.clock import Clock
from bot.duel import Duel
from bot.keeper import Audience
from bot.referee import Referee, Reminder
from bot.shards import EVERYTHING, Shards
from bot.storage import Storage

log = logging.getLogger(__name__)

LATELY = 60.0
"""Seconds; a turn this close to the last sign of life may have been saved, but not shown."""


class Herald(Audience, Reminder, Protocol):
    """Whoever brings the news to people."""


class House:
    def __init__(
        self,
        storage: Storage,
        clock: Clock,
        herald: Callable[["House"], Herald],
        shards: Shards = EVERYTHING,
    ) -> None:
        self.storage = storage
        self.clock = clock
        self.shards = shards
        self._opened = clock.now()
        self._arenas: dict[int, Arena] = {}
        self._herald = herald(self)
        self._referee = Referee(clock, self.arena, self._herald)

    def arena(self, guild: int) -> Arena:
        if guild not in self._arenas:
            self._arenas[guild] = Arena(guild, self.storage, self, self.clock.now, self._opened)
        return self._arenas[guild]

    def changed(self, before: Duel | None, duel: Duel) -> None:
        if before is None or before.status is not duel.status:
            _log_status(duel)
        self._referee.changed(before, duel)
        self._herald.changed(before, duel)

    async def open(self) -> None:
        """Take up every challenge and duel of our guilds where it was left."""
        await self.storage.ledger.catch_up(self.shards.keeps)
        dues = [due for due in await self.storage.open_duels() if self.shards.keeps(due.guild)]
        last_seen = max([await self.storage.last_end(), *(due.touched for due in dues)])
        for due in dues:
            self._referee.resume(due, self._opened)
            if due.touched > last_seen - LATELY:
                self._referee.look_again(due.guild, due.duel, self._opened)
        for guild, duel in await self.storage.untold():
            if self.shards.keeps(guild):
                self._referee.look_again(guild, duel, self._opened)

    async def close(self) -> None:
        await self.clock.stop()
        await self.storage.close()


def _log_status(duel: Duel) -> None:
    """What became of it, and nothing that anybody might not know."""
    log.info(
        "duel %s in guild %s: %s, %s",
        duel.key,
        duel.guild,
        duel.room.game.key,
        duel.status,
        extra={"duel": duel.key, "guild": duel.guild},
    )
