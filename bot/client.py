"""The discord.py client: set-up, buttons that outlive restarts, one error policy."""

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from bot.career import Careers
from bot.clock import Clock
from bot.cogs import duel, leaderboard, manners, playing, profile, server
from bot.database.postgres import PostgresServer
from bot.health.metrics import Metrics
from bot.health.server import HealthServer
from bot.health.stopwatch import Stopwatch
from bot.house import House
from bot.past import Past
from bot.shards import EVERYTHING, Shards
from bot.storage import Storage
from bot.studio import Studio
from bot.ui import policy
from bot.ui.buttons import DuelButton, GameButton
from bot.ui.desk import Desk
from bot.ui.doorman import Doorman
from bot.ui.handover import Handover
from bot.ui.history import Histories, HistoryButton
from bot.ui.leaderboard import PageButton
from bot.ui.numbers import form_address, number_in
from bot.ui.profile import Profiles
from bot.ui.stage import Stage

log = logging.getLogger(__name__)
COMMANDS = "commands"


class Tree(app_commands.CommandTree["Gauntlet"]):
    async def on_error(
        self, interaction: "discord.Interaction[Gauntlet]", error: app_commands.AppCommandError, /
    ) -> None:
        cause = getattr(error, "original", error)
        await policy.explain(interaction, cause)


class Gauntlet(discord.AutoShardedClient):
    def __init__(
        self,
        storage: Storage,
        clock: Clock,
        shards: Shards | None = None,
        health: tuple[str, int] | None = None,
        **options: Any,
    ) -> None:
        if shards is not None:
            options |= {"shard_ids": [*shards.ids], "shard_count": shards.count}
        stopwatch = Stopwatch()
        super().__init__(
            http_trace=stopwatch.trace,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            **options,
        )
        self.tree = Tree(self)
        self.house = House(storage, clock, self._stage_for, shards or EVERYTHING)
        self.desk = Desk(self.house, self.stage)
        self.metrics = stopwatch.metrics = Metrics(storage.journal, clock)
        parsers = self._connection.parsers
        parsers["INTERACTION_CREATE"] = Doorman(stopwatch.watch(parsers["INTERACTION_CREATE"]))
        self._handover: Handover | None = None
        self._health = HealthServer(self, self.metrics, *health) if health else None
        self.studio = Studio()
        past = Past(storage.database)
        self.histories = Histories(past)
        self.profiles = Profiles(Careers(storage.database), past, self.studio)

    def _stage_for(self, house: House) -> Stage:
        self.stage = Stage(self, house)
        return self.stage

    async def setup_hook(self) -> None:
        self.add_dynamic_items(DuelButton, GameButton, PageButton, HistoryButton)
        for cog in (duel, playing, leaderboard, profile, manners, server):
            cog.add_to(self.tree)
        if self.house.shards.first:
            await self._sync()
        if self._health is not None:
            await self._health.open()
        await self.house.open()
        self.house.clock.start()
        database = self.house.storage.database
        if not self.house.shards.alone and isinstance(database, PostgresServer):
            self._handover = Handover(self, database)
            self._handover.open()

    async def _sync(self) -> None:
        """Commands are sent only when they have changed since the last start."""
        payload = [command.to_dict(self.tree) for command in self.tree.get_commands()]
        text = json.dumps(payload, sort_keys=True) + str(self.application_id)
        digest = hashlib.sha256(text.encode()).hexdigest()
        if await self.house.storage.note(COMMANDS) != digest:
            await self.tree.sync()
            await self.house.storage.set_note(COMMANDS, digest)
            log.info("commands were sent to Discord: %d", len(payload))

    async def on_ready(self) -> None:
        log.info("ready in %d guilds", len(self.guilds))

    async def on_interaction(self, interaction: "discord.Interaction[Gauntlet]") -> None:
        """Forms are known by their custom id: discord.py forgets them at a restart."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: Any = interaction.data or {}
        address = form_address(str(data.get("custom_id")))
        if address is not None:
            await self.desk.number(interaction, *address, number_in(data))

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._void(guild.id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
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
            if self._health is not None:
                await self._health.close()
        await self.studio.close()
        await super().close()
        await self.house.close()
