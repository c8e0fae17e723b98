"""The discord.py client: set-up, buttons that outlive restarts, one error policy."""

import logging
from typing import Any

import discord
from discord import app_commands

from bot.clock import Clock
from bot.cogs import duel, learning, manners, playing, server
from bot.house import House
from bot.storage import Storage
from bot.ui import policy
from bot.ui.buttons import DuelButton, GameButton
from bot.ui.commands import Commands, publish
from bot.ui.desk import Desk
from bot.ui.numbers import form_address, number_in
from bot.ui.stage import Stage

log = logging.getLogger(__name__)

COGS = (duel, playing, manners, server, learning)


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
        self.desk = Desk(self.house, self.stage)

    def _stage_for(self, house: House) -> Stage:
        self.stage = Stage(self, house)
        return self.stage

    async def setup_hook(self) -> None:
        self.add_dynamic_items(DuelButton, GameButton)
        for cog in COGS:
            cog.add_to(self.tree)
        self.commands = await publish(self.tree, self.house.storage)
        await self.house.open()
        self.house.clock.start()

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
        await super().close()
        await self.house.close()
