"""`python -m sandbox`: the stand-in for Discord, the bot, and a page to play on."""

import argparse
import asyncio
import errno
import importlib.util
import signal
import sys
from collections.abc import Sequence
from tempfile import TemporaryDirectory

from sandbox.rest.emoji import CREATE
from sandbox.server.process import BotProcess
from sandbox.server.ratelimit import Rate
from sandbox.server.server import Sandbox
from sandbox.world.permissions import Permission
from sandbox.world.world import World

HIGHEST_PORT = 65535
TAKEN = "port {} is taken. Choose another with --port."
AT_THE_PAGE = Rate(1000, 60.0)
"""New emoji; whoever plays at the page shall not wait for an hour until they are all there."""
ABOUT = "Starts a stand-in for Discord and the bot, prints the page's address, ends both on Ctrl-C."


def main(arguments: Sequence[str] | None = None, program: str = "python -m sandbox") -> int:
    parser = argparse.ArgumentParser(prog=program, description=ABOUT)
    parser.add_argument(
        "--bot", default=default_bot(), metavar="MODULE", help="what to run (default: %(default)s)"
    )
    parser.add_argument("--port", type=_port, default=0, help="the page's port (default: a free one)")
    asked = parser.parse_args(arguments)
    try:
        asyncio.run(run(asked.bot, asked.port))
    except OSError as error:
        reason = TAKEN.format(asked.port) if error.errno == errno.EADDRINUSE else f"{error.strerror}."
        sys.stderr.write(f"The sandbox can't start: {reason}\n")
        return 1
    return 0


def default_bot() -> str:
    return "bot" if importlib.util.find_spec("bot") else "sandbox.demo"


def arena() -> World:
    """One server with two people. Ann manages it, so that what is for managers can be tried too."""
    world = World.of({"The Arena": ["Ann", "Bob"]}, channels=("duels", "lounge"))
    guild = world.guild("The Arena")
    manager = world.add_role(guild, "Manager", Permission.MANAGE_GUILD)
    guild.members[world.person("Ann").id].roles.append(manager.id)
    return world


async def run(module: str, port: int) -> None:
    world = arena()
    over = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, over.set)
    async with Sandbox(world, port=port) as sandbox:
        sandbox.limits.rates[CREATE] = AT_THE_PAGE
        sys.stdout.write(f"Play at {sandbox.url}/ and end it with Ctrl-C.\n")
        sys.stdout.flush()
        with TemporaryDirectory() as folder:
            env = sandbox.environment | settings(folder)
            bot = BotProcess(module, env, sandbox.status, folder=folder)
            await bot.start()
            try:
                await over.wait()
            finally:
                await bot.stop()


def settings(folder: str) -> dict[str, str]:
    """Each sandbox has new guilds and people, so the bot starts with an empty database. It must never meet
    the settings of a real bot: those of the environment are cleared, and there is no `.env` in its folder."""
    return {
        "DATABASE_URL": f"sqlite:///{folder}/sandbox.db",
        "DATABASE_DIRECT_URL": "",
        "HEALTH_PORT": "",
        "PROCESSES": "",
        "SHARD_IDS": "",
        "SHARD_COUNT": "",
    }


def _port(text: str) -> int:
    if not text.isdecimal() or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"has to be a number from 0 to {HIGHEST_PORT}")
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
