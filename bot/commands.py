"""What a host can ask for besides running the bot: copies, moves, a recount, and a look at everything."""

import asyncio
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from bot.config import database_at, database_in, name_of_database
from bot.database import back_up, open_database
from bot.database.base import USUAL_NAME
from bot.database.file.backup import back_up_into
from bot.database.file.restore import restore
from bot.database.move import move
from bot.doctor import Finding, Mark, examine
from bot.ratings.ledger import Ledger
from bot.ratings.recount import summary


def parser(program: str) -> ArgumentParser:
    parser = ArgumentParser(program, description="Gauntlet, the Discord bot for duels.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser("run", help="start the bot, as without any command")
    backup = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backup.add_argument("file", metavar="FILE", help="where to; it must not exist yet")
    backup.add_argument(
        "--keep", metavar="N", type=_count, help="FILE is a folder, of whose backups the N newest are kept"
    )
    restore = commands.add_parser("restore", help="bring back a backup, while the bot is stopped")
    restore.add_argument("copy", metavar="COPY", help="the backup; it stays as it is")
    move = commands.add_parser(
        "move-database", help="copy everything to another database; stop the bot first"
    )
    move.add_argument("source", metavar="FROM", help="sqlite:///PATH or postgresql://…")
    move.add_argument("target", metavar="TO", help="an empty database, or an earlier copy nobody has used")
    commands.add_parser("recount", help="compute every rating again from the duels, while the bot is stopped")
    doctor = commands.add_parser("doctor", help="look at settings, database and machine; changes nothing")
    doctor.add_argument("--quiet", action="store_true", help="print only what is not well, for cron")
    doctor.add_argument(
        "--backups", metavar="FOLDER", help="where backups are (default: backups, beside the database)"
    )
    return parser


def carry_out(arguments: Namespace, env: Mapping[str, str]) -> int:
    """Does what was asked for, and returns the exit code."""
    match arguments.command:
        case "backup" if arguments.keep is None:
            asyncio.run(back_up(database_in(env), arguments.file))
        case "backup":
            now = datetime.now(UTC)
            say(asyncio.run(back_up_into(database_in(env), arguments.file, arguments.keep, now)))
        case "restore":
            say(asyncio.run(restore(database_in(env), arguments.copy, datetime.now(UTC))))
        case "move-database":
            for table, count in asyncio.run(
                move(database_at(arguments.source), database_at(arguments.target))
            ).items():
                say(f"{count:>9,} {table}")
        case "recount":
            say(asyncio.run(recount(database_in(env), f"the database at {name_of_database(env)}")))
        case "doctor":
            return report(asyncio.run(examine(env, arguments.backups)), quiet=arguments.quiet)
    return 0


async def recount(address: str, named: str = USUAL_NAME) -> str:
    """Rates every duel again; returns what was found, in a sentence."""
    database = await open_database(address, exclusive=True, named=named)
    try:
        return summary([found async for found in Ledger(database).recount_all()])
    finally:
        await database.close()


def report(findings: Sequence[Finding], *, quiet: bool) -> int:
    """Prints a line for each; the exit code is 1 if something is bad."""
    for finding in findings:
        if not quiet or finding.mark is not Mark.OK:
            say(str(finding))
    return 1 if any(finding.mark is Mark.BAD for finding in findings) else 0


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("has to be a number from 1 on, such as 14")
    return int(text)


def say(text: str) -> None:
    print(text)  # noqa: T201 - for the person who started it


def complain(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201 - for the person who started it
