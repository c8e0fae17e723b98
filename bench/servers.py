"""Measures what the bot takes at rest in one server, a thousand and two thousand: python -m bench.servers.

Every server has the channels and roles of a lively one. The bot keeps no list of people, so two are enough.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.clicks import cpu_seconds
from bench.load.gauges import memory_of
from bench.rig.deck import put_deck
from sandbox import Sandbox, World
from sandbox.server.process import BotProcess

COUNTS = (1, 1_000, 2_000)
CHANNELS, ROLES = 30, 20
SETTLES, WATCHED = 10.0, 30.0
"""Seconds from the connection to the measurement, and that it lasts."""


def report() -> str:
    return "\n".join(asyncio.run(at_rest(servers)) for servers in COUNTS)


async def at_rest(servers: int) -> str:
    with TemporaryDirectory() as folder:
        async with Sandbox(_world(servers)) as sandbox:
            put_deck(sandbox)
            address = f"sqlite:///{Path(folder) / 'rest.db'}"
            env = sandbox.environment | {"DATABASE_URL": address, "LOG_LEVEL": "WARNING"}
            bot = BotProcess("bot", env, sandbox.status)
            await bot.start()
            try:
                while sandbox.status.state != "ready":
                    await asyncio.sleep(0.05)
                started = cpu_seconds(bot.pid)
                await asyncio.sleep(SETTLES)
                before = cpu_seconds(bot.pid)
                await asyncio.sleep(WATCHED)
                busy = (cpu_seconds(bot.pid) - before) / WATCHED
                memory = memory_of(bot.pid) / 2**20
            finally:
                await bot.stop()
    return (
        f"{servers:,} servers with {CHANNELS} channels and {ROLES} roles each: {memory:.0f} MiB, "
        f"{busy:.2%} of a core at rest, {started:.1f} s of processor to start"
    )


def _world(servers: int) -> World:
    world = World()
    for number in range(servers):
        guild = world.add_guild(f"Server {number}", [f"room-{n}" for n in range(CHANNELS)], ["Ann", "Bob"])
        for n in range(ROLES):
            world.add_role(guild, f"Role {n}")
    return world


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
