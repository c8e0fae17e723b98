"""The arenas of all guilds of this process, and those who hear of every change in them."""

import logging
from collections.abc import Callable
from functools import partial

from bot.arena.arena import Arena, Listener, settled
from bot.duels.duel import Duel
from bot.process.clock import Clock
from bot.ratings.ledger import Ledger
from bot.storage.picks import Journal
from bot.storage.storage import Storage
from bot.storage.votes import VoteStore

log = logging.getLogger(__name__)

RATE_AGAIN = 30.0
"""Seconds after which a duel that could not be rated at its end is tried again; then twice as many."""
TELL_AFTER = 1.0
"""Seconds after which people are told what was saved of a duel, where that was not certain at once."""


class Arenas:
    def __init__(
        self, storage: Storage, journal: Journal, ledger: Ledger, votes: VoteStore, clock: Clock
    ) -> None:
        self.listeners: list[Listener] = [self]
        """Told of every change in every arena."""
        self.on_rated: Callable[[Duel], None] = _ignore
        """Told of a duel that was rated only some time after its end."""
        self.opened = clock.now()
        self._storage = storage
        self._journal = journal
        self._ledger = ledger
        self._votes = votes
        self._clock = clock
        self._arenas: dict[int, Arena] = {}

    def arena(self, guild: int) -> Arena:
        if guild not in self._arenas:
            self._arenas[guild] = Arena(
                guild,
                self._storage,
                self._journal,
                self._ledger,
                self._votes,
                self.listeners,
                now=self._clock.now,
                opened=self.opened,
            )
            self._arenas[guild].on_doubt = self._tell_later
        return self._arenas[guild]

    def rest(self) -> None:
        """Drops duels that nobody touches from memory; called now and then."""
        for arena in self._arenas.values():
            arena.rest()

    @property
    def kept(self) -> int:
        """Counts the duels in memory."""
        return sum(arena.kept for arena in self._arenas.values())

    def changed(self, before: Duel | None, duel: Duel, _cause: int | None) -> None:
        """Logs what became of a duel, and has it rated later if that failed at its end."""
        if before is None or before.status is not duel.status:
            _log_status(duel)
        if duel.awaits_count:
            self._rate_later(duel.guild, duel.id, RATE_AGAIN)

    async def void(self, guild: int, channel: int | None = None) -> None:
        """Ends the open duels of a guild or a channel that is gone, without a result."""
        arena = self.arena(guild)
        for duel in await self._storage.open_in(guild, channel):
            await arena.void(duel)

    def _tell_later(self, known: Duel) -> None:
        """Has the arena tell what was saved. The clock repeats this until the database answers."""
        arena = self.arena(known.guild)
        self._clock.at(self._clock.now() + TELL_AFTER, partial(arena.tell_saved, known))

    def _rate_later(self, guild: int, duel: int, wait: float) -> None:
        self._clock.at(self._clock.now() + wait, partial(self._rate, guild, duel, wait))

    async def _rate(self, guild: int, duel: int, wait: float) -> None:
        """Rates a duel when its guild's ledger was busy or out of order at its end."""
        found = await settled(self._ledger, await self.arena(guild).duel(duel))
        if found.awaits_count:
            self._rate_later(guild, duel, 2 * wait)
        else:
            self.on_rated(found)


def _ignore(_duel: Duel) -> None:
    pass


def _log_status(duel: Duel) -> None:
    """Logs what became of a duel, and nothing secret."""
    log.info(
        "duel %s in guild %s: %s, %s",
        duel.key,
        duel.guild,
        duel.room.game.key,
        duel.status,
        extra={"duel": duel.key, "guild": duel.guild},
    )
