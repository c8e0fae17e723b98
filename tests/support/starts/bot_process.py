"""The bot as a process of its own, and a duel on it."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from bench.rig.bot_process import until_ready
from sandbox import Sandbox
from sandbox.people.person import Person
from sandbox.server.process import BotProcess


@asynccontextmanager
async def duel_on_process(sandbox: Sandbox, env: Mapping[str, str]) -> AsyncIterator[tuple[Person, Person]]:
    """Starts the bot with these settings, lets Ann challenge Bob, and stops the bot afterwards."""
    bot = BotProcess("bot", sandbox.environment | dict(env), sandbox.status)
    await bot.start()
    try:
        await until_ready(sandbox)
        ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
        await ann.slash("duel highlow", opponent=bob)
        await bob.press("Accept")
        yield ann, bob
    finally:
        await bot.stop()
