"""All arenas of this process, the clock that watches them, and those who are told."""

import logging
from collections.abc import Callable
from functools import partial
from typing import Protocol

from bot.duels.arena import Arena
from bot.duels.cache import Audience
from bot.duels.deadlines import Referee, Reminder
from bot.duels.duel import Duel
from bot.duels.settings import SettingsStore
from bot.privacy.erasure import Erasure
from bot.privacy.export import Export
from bot.privacy.removed_guilds import RemovedGuilds
from bot.process.clock import Clock
from bot.process.shards import EVERYTHING, Shards
from bot.puzzles import Puzzles
from bot.storage.storage import Storage

log = logging.getLogger(__name__)

COUNT_AGAIN = 30.0
"""Seconds after which a duel that could not be counted at its end is tried again; then twice as many."""
LATELY = 300.0
"""Seconds; what happened this close to the last sign of life may have been saved, but not shown."""


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
        self.servers = SettingsStore(storage.database)
        self.puzzles = Puzzles(storage.database, clock.now)
        self._opened = clock.now()
        self._arenas: dict[int, Arena] = {}
        self._herald = herald(self)
        self._referee = Referee(clock, self.arena, self._herald)
        self.departures = RemovedGuilds(storage.database, storage.ledger, clock)
        self.erasure = Erasure(storage, self.arena, self._herald.outdated)
        self.export = Export(storage.database)

    def arena(self, guild: int) -> Arena:
        if guild not in self._arenas:
            self._arenas[guild] = Arena(guild, self.storage, self, self.clock.now, self._opened)
        return self._arenas[guild]

    def changed(self, before: Duel | None, duel: Duel) -> None:
        if before is None or before.status is not duel.status:
            _log_status(duel)
        self._referee.changed(before, duel)
        self._herald.changed(before, duel)
        if duel.awaits_count:
            self._count_later(duel.guild, duel.id, COUNT_AGAIN)

    def _count_later(self, guild: int, duel: int, wait: float) -> None:
        self.clock.at(self.clock.now() + wait, partial(self._count, guild, duel, wait))

    async def _count(self, guild: int, duel: int, wait: float) -> None:
        """The guild's books were busy or out of order when it ended; now its board shows what it changed."""
        found = await self.storage.ledger.settle(await self.arena(guild).duel(duel))
        if found.awaits_count:
            self._count_later(guild, duel, 2 * wait)
        else:
            self._herald.outdated(found)

    async def open(self) -> None:
        """Take up every challenge and duel of our guilds where it was left."""
        await self.storage.ledger.catch_up(self.shards.keeps)
        dues = [due for due in await self.storage.open_duels() if self.shards.keeps(due.guild)]
        last_seen = max([await self.storage.last_end(), *(due.touched for due in dues)])
        for due in dues:
            self._referee.resume(due, self._opened)
            if due.touched > last_seen - LATELY:
                self._referee.look_again(due.guild, due.duel, self._opened)
        unsure = [*await self.storage.untold(), *await self.storage.ballots.undecided()]
        for guild, duel in unsure:
            if self.shards.keeps(guild):
                self._referee.look_again(guild, duel, self._opened)
        if self.shards.first:
            self.departures.start()
            self.clock.at(self._opened, self.erasure.resume)

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
