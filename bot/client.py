"""The bot as discord.py knows it: cogs, the intake of presses, and what happens to guilds and channels."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import TYPE_CHECKING, Any

import discord
from discord.ext import commands

from bot.cogs import add_cogs
from bot.health.metrics import Stopwatch
from bot.process.shards import Shards
from bot.router import Router
from bot.services import Services
from bot.ui.pages.help import greet
from bot.ui.permissions import invitation
from bot.ui.wire.buckets import LONGEST_WAIT
from bot.ui.wire.commands import Tree
from bot.ui.wire.forwarding import Forwarding
from bot.ui.wire.guilds import GuildChanges, Membership
from bot.ui.wire.intake import Intake, only_if
from bot.ui.wire.publish import publish
from bot.ui.wire.sessions import GatewayWatch, Sessions

if TYPE_CHECKING:
    from bot.health.server import HealthServer

log = logging.getLogger(__name__)

WAITING, FINISHING, LEAVING = 1.5, 4.5, 0.7
"""Seconds for presses that wait for their turn, for answers under way, and for each thing that is closed
after them."""


class Gauntlet(commands.AutoShardedBot):
    services: Services
    """Set by `bot.__main__`, as are the next four, before the client logs in."""
    router: Router
    forwarding: Forwarding | None = None
    health: "HealthServer | None" = None
    stopwatch: Stopwatch | None = None

    def __init__(self, shards: Shards | None, **options: Any) -> None:
        if shards is not None:
            options |= {"shard_ids": [*shards.ids], "shard_count": shards.count}
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            tree_cls=Tree,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT,
            **options,
        )
        self.sessions = Sessions(self)
        self.gateway = GatewayWatch(self, self.sessions)

    async def setup_hook(self) -> None:
        services = self.services
        await add_cogs(self, services)
        services.commands.learn(await publish(self.tree, services.storage), self.tree.get_commands())
        log.info("invite it with %s", invitation(self.application_id or 0))
        if self.health is not None:
            await self.health.open()
        await services.open()
        forwarding = [] if self.forwarding is None else [self.forwarding.before]
        stopwatch = [] if self.stopwatch is None else [self.stopwatch.watch]
        intake = Intake(services.requests, services.metrics, self.router.handle, services.people.meet)
        intake.open(self, [only_if(self._membership().admits), *forwarding, *stopwatch])
        GuildChanges(self, self._entered).open()
        services.deck_upload.start()

    def _membership(self) -> Membership:
        services = self.services
        return Membership(
            self,
            services.shards,
            services.requests,
            services.metrics,
            lambda: invitation(self.application_id or 0),
        )

    async def connect(self, *, reconnect: bool = True) -> None:
        self.sessions.database = self.services.database
        if await self.sessions.may_start():
            await super().connect(reconnect=reconnect)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:  # noqa: ARG002
        await self.sessions.before(shard_id or 0)

    async def on_message(self, message: discord.Message) -> None:
        """Messages are not read. discord.py would look for commands in them."""

    async def on_ready(self) -> None:
        """Compares the guilds, all of which Discord has named by now, also those that are unavailable."""
        log.info("ready, servers: %d", len(self.guilds))
        for guild in await self.services.removed_guilds.compare([guild.id for guild in self.guilds]):
            if self.services.shards.keeps(guild):
                await self._leave(guild)

    async def on_shard_disconnect(self, shard: int) -> None:
        self.gateway.lost(shard)

    async def on_shard_connect(self, shard: int) -> None:
        self.gateway.found(shard)

    async def on_shard_resumed(self, shard: int) -> None:
        self.gateway.found(shard)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await self._leave(guild.id)

    async def _entered(self, guild: discord.Guild) -> None:
        await self.services.removed_guilds.joined(guild.id)
        await greet(guild, self.services)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await self.services.removed_guilds.joined(guild.id)

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Notes a guild that may have come back. The guilds of the start are compared all at once."""
        if self.is_ready():
            await self.services.removed_guilds.joined(guild.id)

    async def _leave(self, guild: int) -> None:
        await self.services.arenas.void(guild)
        await self.services.removed_guilds.left(guild)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await self.services.settings.drop_channel(channel.guild.id, channel.id)
        await self.services.arenas.void(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        await self.services.arenas.void(thread.guild_id, thread.thread_id)

    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        self.services.announcer.allowed(channel.guild.id)

    async def on_guild_role_update(self, _before: discord.Role, role: discord.Role) -> None:
        self.services.announcer.allowed(role.guild.id)

    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        self.services.announcer.allowed(thread.guild_id)

    async def on_member_update(self, _before: discord.Member, member: discord.Member) -> None:
        """Hears of changes of the bot itself: Discord tells of no other member."""
        self.services.announcer.allowed(member.guild.id)

    async def close(self) -> None:
        """Finishes what is under way, then leaves."""
        self.sessions.close()
        self.services.deck_upload.close()
        if not self.is_closed():
            async with _at_most(WAITING):
                await self.services.overload.finish()
            async with _at_most(FINISHING):
                await self.services.announcer.finish()
                if self.forwarding is not None:
                    await self.forwarding.close()
                if self.health is not None:
                    await self.health.close()
        async with _at_most(LEAVING):
            await self.services.drawing.close()
        async with _at_most(LEAVING):
            await super().close()
        await self.services.requests.close()
        await self.services.close()


@asynccontextmanager
async def _at_most(seconds: float) -> AsyncIterator[None]:
    """Gives up what takes longer, so that the process ends soon after it was told to."""
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            yield
