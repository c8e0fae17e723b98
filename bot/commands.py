"""What a host can ask for besides running the bot: copies, moves, and a recount of the ratings."""

import asyncio
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Mapping

from bot.config import database_at, database_in
from bot.database import back_up, open_database
from bot.database.move import move
from bot.ratings.ledger import Ledger
from bot.ratings.recount import summary


def parser(program: str) -> ArgumentParser:
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


def carry_out(arguments: Namespace, env: Mapping[str, str]) -> int:
    """Does what was asked for, and returns the exit code."""
    match arguments.command:
        case "backup":
            asyncio.run(back_up(database_in(env), arguments.file))
        case "move-database":
            for table, count in asyncio.run(
                move(database_at(arguments.source), database_at(arguments.target))
            ).items():
                say(f"{count:>9,} {table}")
        case "recount":
            say(asyncio.run(recount(database_in(env))))
    return 0


async def recount(address: str) -> str:
    """Rates every duel again; returns what was found, in a sentence."""
    database = await open_database(address, exclusive=True)
    try:
        return summary([found async for found in Ledger(database).recount_all()])
    finally:
        await database.close()


def say(text: str) -> None:
    print(text)  # noqa: T201 - for the person who started it


def complain(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201 - for the person who started it
