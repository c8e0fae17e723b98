"""Bots with shards of their own in the test's process, as several processes have them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.__main__ import assemble
from bot.client import Gauntlet
from bot.config import Config
from bot.database import open_database
from bot.process.clock import Clock
from bot.process.shards import Shards
from sandbox import Sandbox
from tests.support.evening import PATIENCE


@asynccontextmanager
async def running(
    sandbox: Sandbox, address: str, shards: Shards | None = None, health: tuple[str, int] | None = None
) -> AsyncIterator[tuple[Gauntlet, "asyncio.Task[None]"]]:
    """A bot that is connecting, and the task that does it."""
    database = await open_database(address, shards=shards)
    config = Config(sandbox.token, address, shards=shards, health=health)
    bot = assemble(database, Clock(), config, guild_ready_timeout=0.01)
    await bot.login(sandbox.token)
    connecting = asyncio.create_task(bot.connect())
    try:
        yield bot, connecting
    finally:
        await bot.close()
        await asyncio.wait([connecting], timeout=PATIENCE)
