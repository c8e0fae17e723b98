"""python -m bot: the only place where things are wired together."""

import asyncio
import logging
import os
import signal
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from dotenv import load_dotenv

from bot import logs
from bot.client import Gauntlet
from bot.config import BadConfig, Config, database_at, database_in
from bot.database import Unusable, back_up, open_database
from bot.database.move import move, take_into_use
from bot.duels.computer import warm_up
from bot.process.clock import Clock
from bot.process.memory import calm_the_collector, read_in_small_pieces
from bot.ratings.ledger import Ledger
from bot.ratings.recount import summary
from bot.storage.storage import Storage

log = logging.getLogger("bot")


def main(arguments: Sequence[str] | None = None, program: str = "python -m bot") -> int:
    load_dotenv()
    try:
        _serve(_parser(program).parse_args(arguments))
    except (BadConfig, Unusable) as problem:
        _complain(str(problem))
        return 1
    except discord.LoginFailure:
        _complain("Discord does not accept DISCORD_TOKEN. Copy it again from the developer portal.")
        return 1
    except aiohttp.ClientConnectionError:
        _complain("Discord can't be reached. Check the network, and DISCORD_API if you have set it.")
        return 1
    return 0


def _serve(arguments: Namespace) -> None:
    match arguments.command:
        case "backup":
            asyncio.run(back_up(database_in(os.environ), arguments.file))
        case "move-database":
            for table, count in asyncio.run(
                move(database_at(arguments.source), database_at(arguments.target))
            ).items():
                _say(f"{count:>9,} {table}")
        case "recount":
            _say(asyncio.run(recount(database_in(os.environ))))
        case _:
            config = Config.from_env(os.environ)
            logs.set_up(config.log_level, as_json=config.json_log)
            discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
            asyncio.run(run(config))


def _say(text: str) -> None:
    print(text)  # noqa: T201 - for whoever started it


def _complain(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201 - for whoever started it


async def run(config: Config, clock: Clock | None = None) -> None:
    if config.api:
        await point_at(config.api)
    database = await open_database(config.database)
    await take_into_use(database)
    storage = Storage(database)
    client = Gauntlet(
        storage, Clock() if clock is None else clock, config.shards, config.health, config.source
    )
    try:
        _stop_on_signals(client)
        calm_the_collector()
        read_in_small_pieces()
        warming = asyncio.create_task(_warm_up())
        async with client:
            await client.start(config.token)
        await warming
    finally:
        await client.close()


async def recount(address: str) -> str:
    """What was found, in a sentence."""
    database = await open_database(address, alone=True)
    try:
        return summary([found async for found in Ledger(database).recount_all()])
    finally:
        await database.close()


async def point_at(api: str) -> None:
    """Everything goes to this address; the gateway's is asked for there."""
    async with aiohttp.ClientSession() as session, session.get(f"{api}/gateway") as answer:
        gateway = (await answer.json(content_type=None))["url"]
    Route.BASE = api
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(gateway)


async def _warm_up() -> None:
    """Beside everything else, in a thread."""
    began = time.monotonic()
    players = await asyncio.to_thread(warm_up)
    log.info("%d computer players are ready after %.1f s", players, time.monotonic() - began)


def _stop_on_signals(client: Gauntlet) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, lambda: asyncio.ensure_future(client.close()))


def _parser(program: str) -> ArgumentParser:
    parser = ArgumentParser(program, description="Gauntlet, the Discord bot for duels.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="start the bot, as without any command")
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", help="where to; it must not exist yet")
    move = commands.add_parser(
        "move-database", help="copy everything to another database; stop the bot first"
    )
    move.add_argument("source", metavar="FROM", help="sqlite:///PATH or postgresql://…")
    move.add_argument("target", metavar="TO", help="an empty database, or an earlier copy nobody has used")
    commands.add_parser("recount", help="compute every rating again from the duels, while the bot is stopped")
    return parser


if __name__ == "__main__":
    sys.exit(main())
