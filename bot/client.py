"""The discord.py client: set-up, buttons that outlive restarts, one error policy."""

import logging
from typing import Any

import discord
from discord import app_commands

from bot.cogs import duel, leaderboard, my_duels, mydata, preferences, profile, puzzle, settings
from bot.cogs import help as help_pages
from bot.database.postgres import PostgresServer
from bot.duels.arenas import House
from bot.health.metrics import Metrics
from bot.health.server import HealthServer
from bot.health.stopwatch import Stopwatch
from bot.history.history import History
from bot.history.profile import ProfileStore
from bot.history.reviews import Reviews
from bot.pictures.drawing import DrawingProcess
from bot.process.clock import Clock
from bot.process.shards import EVERYTHING, Shards
from bot.storage.storage import Storage
from bot.ui import errors
from bot.ui.pages.history import Histories, HistoryButton
from bot.ui.pages.leaderboard import PageButton
from bot.ui.pages.mydata import DataButton
from bot.ui.pages.profile import Profiles
from bot.ui.pages.puzzle import PuzzleButton
from bot.ui.pages.settings.controls import Control
from bot.ui.pages.settings.handler import Office
from bot.ui.painting.announcer import Stage
from bot.ui.presses.buttons import DuelButton, GameButton, LevelButton
from bot.ui.presses.router import Desk
from bot.ui.texts.mentions import Commands, publish
from bot.ui.wire.arguments import OUTDATED, admit
from bot.ui.wire.duplicates import Doorman
from bot.ui.wire.forwarding import Handover
from bot.ui.wire.intake import Door
from games.engine import Refused

log = logging.getLogger(__name__)

COGS = (duel, my_duels, puzzle, leaderboard, profile, help_pages, preferences, settings, mydata)
BUTTONS = (
    DuelButton,
    GameButton,
    LevelButton,
    PuzzleButton,
    PageButton,
    HistoryButton,
    Control,
    DataButton,
)


class Tree(app_commands.CommandTree["Gauntlet"]):
    async def interaction_check(self, interaction: "discord.Interaction[Gauntlet]", /) -> bool:
        return await admit(interaction)

    async def on_error(
        self, interaction: "discord.Interaction[Gauntlet]", error: app_commands.AppCommandError, /
    ) -> None:
        """What is no fault of a command's own is one of how it was called."""
        if isinstance(error, app_commands.CommandInvokeError):
            await errors.explain(interaction, error.original)
        else:
            await errors.explain(interaction, Refused(OUTDATED))


class Gauntlet(discord.AutoShardedClient):
    def __init__(
        self,
        storage: Storage,
        clock: Clock,
        shards: Shards | None = None,
        health: tuple[str, int] | None = None,
        source: str | None = None,
        **options: Any,
    ) -> None:
        if shards is not None:
            options |= {"shard_ids": [*shards.ids], "shard_count": shards.count}
        stopwatch = Stopwatch()
        if health is not None:
            options["http_trace"] = stopwatch.trace
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            **options,
        )
        self.tree = Tree(self)
        self.commands = Commands({})
        self.source = source
        self.started = clock.now()
        self.house = House(storage, clock, self._stage_for, shards or EVERYTHING)
        self.metrics = stopwatch.metrics = Metrics(storage.journal, clock)
        parsers = self._connection.parsers
        handle = parsers["INTERACTION_CREATE"]
        parsers["INTERACTION_CREATE"] = Doorman(stopwatch.watch(handle) if health else handle)
        self._handover: Handover | None = None
        self.health = HealthServer(self, self.metrics, *health) if health else None
        self.studio = DrawingProcess()
        self.desk = Desk(self.house, self.stage, Reviews(self.studio))
        self.office = Office(self.house)
        past = History(storage.database)
        self.histories = Histories(past)
        self.profiles = Profiles(ProfileStore(storage.database), past, self.studio)

    def _stage_for(self, house: House) -> Stage:
        self.stage = Stage(self, house)
        return self.stage

    async def setup_hook(self) -> None:
        self.add_dynamic_items(*BUTTONS)
        for cog in COGS:
            cog.add_to(self.tree)
        self.commands = await publish(self.tree, self.house.storage)
        if self.health is not None:
            await self.health.open()
        await self.house.open()
        self.house.clock.start()
        database = self.house.storage.database
        if not self.house.shards.keeps_all and isinstance(database, PostgresServer):
            self._handover = Handover(self, database)
            self._handover.open()
        self._door = Door(self, self.metrics)

    async def on_ready(self) -> None:
        """Discord has named every guild by now, also those that are out of order."""
        log.info("ready in %d guilds", len(self.guilds))
        for guild in await self.house.departures.compare([guild.id for guild in self.guilds]):
            if self.house.shards.keeps(guild):
                await self._leave(guild)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._leave(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.house.departures.joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """It may be one that comes back; those that are there from the start are compared all at once."""
        if self.is_ready():
            await self.house.departures.joined(guild.id)

    async def _leave(self, guild: int) -> None:
        await self._void(guild)
        await self.house.departures.left(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.house.servers.drop_channel(channel.guild.id, channel.id)
        await self._void(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self._void(thread.guild_id, thread.thread_id)

    async def _void(self, guild: int, channel: int | None = None) -> None:
        arena = self.house.arena(guild)
        for each in await self.house.storage.open_in(guild, channel):
            await arena.void(each)

    async def close(self) -> None:
        """Finish what is in flight, then leave."""
        if not self.is_closed():
            await self.stage.finish()
            if self._handover is not None:
                await self._handover.close()
            if self.health is not None:
                await self.health.close()
        await self.studio.close()
        await super().close()
        await self.house.close()
