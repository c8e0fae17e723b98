"""Everything that handlers of presses and commands may use. `bot.__main__` builds it, once."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # handlers import this module, and much of what is named here imports words of theirs
    import discord

    from bot.arena.arenas import Arenas
    from bot.arena.deadlines import Deadlines
    from bot.database import Database
    from bot.duels.settings import SettingsStore
    from bot.health.metrics import Metrics
    from bot.history.history import History
    from bot.history.profile import ProfileStore
    from bot.history.reviews import Reviews
    from bot.links import Links
    from bot.pictures.drawing import DrawingProcess
    from bot.privacy.erasure import Erasure
    from bot.privacy.export import Export
    from bot.privacy.removed_guilds import RemovedGuilds
    from bot.process.clock import Clock
    from bot.process.queues import Queues
    from bot.process.shards import Shards
    from bot.puzzles import Puzzles
    from bot.ratings.leaderboard import Leaderboards
    from bot.ratings.ledger import Ledger
    from bot.storage.picks import Journal
    from bot.storage.storage import Storage
    from bot.storage.votes import VoteStore
    from bot.ui.deck.deck import Deck
    from bot.ui.deck.upload import DeckUpload
    from bot.ui.mentions import CommandMentions
    from bot.ui.pages.about import ServerCount
    from bot.ui.pages.crowds import Crowds
    from bot.ui.painting.announcer import Announcer
    from bot.ui.painting.threads import Threads
    from bot.ui.people import People
    from bot.ui.wire.overload import Overload
    from bot.ui.wire.requests import Requests

REST_EVERY = 600.0
"""Seconds; a duel that nobody has touched for once to twice as long is dropped from memory."""
LONGEST_SAVING = 2.5
"""Seconds that what is on its way to the database gets when the bot is stopped."""


@dataclass(frozen=True, slots=True)
class Services:
    client: discord.Client
    requests: Requests
    clock: Clock
    shards: Shards
    database: Database
    storage: Storage
    journal: Journal
    votes: VoteStore
    ledger: Ledger
    leaderboards: Leaderboards
    settings: SettingsStore
    arenas: Arenas
    deadlines: Deadlines
    announcer: Announcer
    threads: Threads
    crowds: Crowds
    history: History
    profiles: ProfileStore
    reviews: Reviews
    drawing: DrawingProcess
    puzzles: Puzzles
    export: Export
    erasure: Erasure
    removed_guilds: RemovedGuilds
    overload: Overload
    queues: Queues
    metrics: Metrics
    commands: CommandMentions
    people: People
    deck: Deck
    deck_upload: DeckUpload
    links: Links
    servers: ServerCount
    started: float

    @property
    def computer(self) -> int:
        """Returns the bot's own id, under which the computer plays."""
        if self.client.user is None:
            raise RuntimeError("the bot is not logged in")
        return self.client.user.id

    async def open(self) -> None:
        """Lets every challenge and duel go on where it was left."""
        await self.ledger.catch_up(self.shards.keeps)
        await self.deadlines.resume(self.storage, self.shards, self.arenas.opened)
        await self.threads.resume(self.shards.keeps)
        if self.shards.first:
            self.removed_guilds.start()
            self.clock.at(self.arenas.opened, self.erasure.resume)
        self.clock.at(self.arenas.opened + REST_EVERY, self._rest)
        self.clock.start()

    async def _rest(self) -> None:
        self.arenas.rest()
        self.announcer.rest()
        self.clock.at(self.clock.now() + REST_EVERY, self._rest)

    async def close(self) -> None:
        """Saves what is on its way to the database, then closes it."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_SAVING):
                await self.clock.stop()
                await self.journal.close()
                await self.storage.close()
                await self.votes.close()
        await self.database.close()
