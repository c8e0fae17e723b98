"""The discord.py client: set-up, buttons that outlive restarts, one error policy."""

import logging
from typing import Any

import discord
from discord import app_commands

from bot.career import Careers
from bot.clock import Clock
from bot.cogs import duel, leaderboard, learning, manners, mydata, playing, profile, puzzle, server
from bot.house import House
from bot.past import Past
from bot.reviews import Reviews
from bot.storage import Storage
from bot.studio import Studio
from bot.ui import policy
from bot.ui.buttons import DuelButton, GameButton, LevelButton
from bot.ui.commands import Commands, publish
from bot.ui.controls import Control
from bot.ui.desk import Desk
from bot.ui.history import Histories, HistoryButton
from bot.ui.leaderboard import PageButton
from bot.ui.mydata import DataButton
from bot.ui.numbers import form_address, number_in
from bot.ui.office import Office
from bot.ui.profile import Profiles
from bot.ui.puzzle import PuzzleButton
from bot.ui.stage import Stage

log = logging.getLogger(__name__)

COGS = (duel, playing, puzzle, profile, leaderboard, manners, server, mydata, learning)


class Tree(app_commands.CommandTree["Gauntlet"]):
    async def on_error(
        self, interaction: "discord.Interaction[Gauntlet]", error: app_commands.AppCommandError, /
    ) -> None:
        cause = getattr(error, "original", error)
        await policy.explain(interaction, cause)


class Gauntlet(discord.Client):
    def __init__(self, storage: Storage, clock: Clock, source: str | None = None, **options: Any) -> None:
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
        self.house = House(storage, clock, self._stage_for)
        self.studio = Studio()
        self.desk = Desk(self.house, self.stage, Reviews(self.studio))
        self.office = Office(self.house)
        past = Past(storage.database)
        self.histories = Histories(past)
        self.profiles = Profiles(Careers(storage.database), past, self.studio)

    def _stage_for(self, house: House) -> Stage:
        self.stage = Stage(self, house)
        return self.stage

    async def setup_hook(self) -> None:
        self.add_dynamic_items(
            DuelButton, GameButton, LevelButton, PuzzleButton, HistoryButton, PageButton, Control, DataButton
        )
        for cog in COGS:
            cog.add_to(self.tree)
        self.commands = await publish(self.tree, self.house.storage)
        await self.house.open()
        self.house.clock.start()

    async def on_ready(self) -> None:
        """Discord has named every guild by now, also those that are out of order."""
        log.info("ready in %d guilds", len(self.guilds))
        for guild in await self.house.departures.compare([guild.id for guild in self.guilds]):
            if self._is_ours(guild):
                await self._leave(guild)

    def _is_ours(self, guild: int) -> bool:
        """Another process may serve other shards on the same database."""
        return (guild >> 22) % (self.shard_count or 1) == (self.shard_id or 0)

    async def on_interaction(self, interaction: "discord.Interaction[Gauntlet]") -> None:
        """Forms are known by their custom id: discord.py forgets them at a restart."""
        if interaction.type is not discord.InteractionType.modal_submit:
            return
        data: Any = interaction.data or {}
        address = form_address(str(data.get("custom_id")))
        if address is not None:
            await self.desk.number(interaction, *address, number_in(data))

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
        await self.studio.close()
        await super().close()
        await self.house.close()
