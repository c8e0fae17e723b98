"""What a host can ask for besides running the bot: copies, moves, a recount, and a look at everything."""

import asyncio
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.config import (
    database_at,
    database_in,
    discord_in,
    look_for_folder,
    name_of_database,
    place_of,
    token_in,
)
from bot.database import Database, Unusable, back_up, open_database
from bot.database.base import USUAL_NAME
from bot.database.file.backup import back_up_into
from bot.database.file.restore import restore
from bot.privacy.erasure import ask_to_erase
from bot.ratings.ledger import Ledger
from bot.ratings.recount import summary
from bot.storage.storage import Storage

if TYPE_CHECKING:
    from bot.doctor import Finding

LARGEST_ID = 2**63 - 1


def parser(program: str) -> ArgumentParser:
    parser = ArgumentParser(program, description="Gauntlet, the Discord bot for duels.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def add(name: str, about: str, more: str = "") -> ArgumentParser:
        sentence = f"{about[0].upper()}{about[1:]}. {more}".strip()
        return commands.add_parser(name, help=about, description=sentence)

    add("run", "start the bot, as without any command", "It reads the environment, and .env in this folder.")
    backup = add("backup", "copy the database, also while the bot runs", "On PostgreSQL, use pg_dump.")
    backup.add_argument("file", metavar="FILE", help="where to; it must not exist yet")
    backup.add_argument(
        "--keep", metavar="N", type=_count, help="FILE is a folder, of whose backups the N newest are kept"
    )
    restore = add(
        "restore",
        "bring back a backup, while the bot is stopped",
        "The old database is kept beside the new one.",
    )
    restore.add_argument("copy", metavar="COPY", help="the backup; it stays as it is")
    move = add("move-database", "copy everything to another database; stop the bot first")
    move.add_argument("source", metavar="FROM", help="sqlite:///PATH or postgresql://…")
    move.add_argument("target", metavar="TO", help="an empty database, or an earlier copy nobody has used")
    add(
        "recount",
        "compute every rating again from the duels, while the bot is stopped",
        "It says whether anything differed.",
    )
    forget = add(
        "forget",
        "delete a person who can't use /mydata any more; stop the bot first",
        "It is done when the bot starts again.",
    )
    forget.add_argument("person", metavar="ID", type=_id, help="the person's number in Discord")
    doctor = add(
        "doctor",
        "look at settings, database, machine and Discord; changes nothing",
        "It ends with code 1 if something is bad.",
    )
    doctor.add_argument("--quiet", action="store_true", help="print only what is not well, for cron")
    doctor.add_argument(
        "--backups", metavar="FOLDER", help="where backups are (default: backups, beside the database)"
    )
    check = add(
        "live-check",
        "find out how the real Discord behaves, in a private test server",
        "Stop the bot first. It takes up to an hour; docs/live-check.md says what you need.",
    )
    check.add_argument("channel", metavar="CHANNEL", type=_id, help="the id of a channel for the check")
    check.add_argument(
        "--report", metavar="FILE", type=Path, help="where to write what was found (default: live-check.md)"
    )
    return parser


def carry_out(arguments: Namespace, env: Mapping[str, str]) -> int:
    """Does what was asked for, and returns the exit code."""
    match arguments.command:
        case "backup" if arguments.keep is None:
            asyncio.run(back_up(database_in(env), arguments.file))
            say(arguments.file)
        case "backup":
            now = datetime.now(UTC)
            say(asyncio.run(back_up_into(database_in(env), arguments.file, arguments.keep, now)))
        case "restore":
            look_for_folder(database_in(env), name_of_database(env))
            say(asyncio.run(restore(database_in(env), arguments.copy, datetime.now(UTC))))
        case "move-database":
            from bot.database.move import move  # noqa: PLC0415 - the running bot does without these three

            for table, count in asyncio.run(
                move(database_at(arguments.source), database_at(arguments.target))
            ).items():
                say(f"{count:>9,} {table}")
            say("Everything has arrived. Set DATABASE_URL to the new address, and start the bot.")
        case "recount":
            say(asyncio.run(recount(database_in(env), f"the database at {name_of_database(env)}")))
        case "forget":
            named = f"the database at {name_of_database(env)}"
            say(asyncio.run(forget(database_in(env), arguments.person, named)))
        case "doctor":
            from bot.doctor import examine  # noqa: PLC0415

            return report(asyncio.run(examine(env, arguments.backups)), quiet=arguments.quiet)
        case "live-check":
            from bot.live_check import live_check  # noqa: PLC0415

            file = arguments.report or Path("live-check.md")
            with suppress(KeyboardInterrupt):
                asyncio.run(live_check(token_in(env), arguments.channel, file, discord_in(env), say))
    return 0


async def recount(address: str, named: str = USUAL_NAME) -> str:
    """Rates every duel again; returns what was found, in a sentence."""
    async with _opened(address, named) as database:
        return summary([found async for found in Ledger(database).recount_all()])


async def forget(address: str, person: int, named: str = USUAL_NAME) -> str:
    async with _opened(address, named) as database:
        await ask_to_erase(Storage(database), person)
    return f"Everything about {person} will be deleted when the bot starts. Start it now."


@asynccontextmanager
async def _opened(address: str, named: str) -> AsyncIterator[Database]:
    """A database that is there, and that nobody else uses."""
    path = place_of(address)
    if path is not None and not path.exists():
        raise Unusable(f"There is no database at {path}. Start this in the bot's folder.")
    database = await open_database(address, exclusive=True, named=named)
    try:
        yield database
    finally:
        await database.close()


def report(findings: Sequence["Finding"], *, quiet: bool) -> int:
    """Prints a line for each; the exit code is 1 if something is bad."""
    from bot.doctor import Mark  # noqa: PLC0415

    for finding in findings:
        if not quiet or finding.mark is not Mark.OK:
            say(str(finding))
    return 1 if any(finding.mark is Mark.BAD for finding in findings) else 0


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise ArgumentTypeError("has to be a number from 1 on, such as 14")
    return int(text)


def _id(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 0 < int(text) <= LARGEST_ID):
        raise ArgumentTypeError(
            "has to be a number, as Discord shows it with *Copy User ID* or *Copy Channel ID*"
        )
    return int(text)


def say(text: str) -> None:
    """It is no fault if whoever reads this has seen enough."""
    with suppress(BrokenPipeError):
        print(text, flush=True)  # noqa: T201 - for the person who started it


def complain(text: str) -> None:
    print(text, file=sys.stderr)  # noqa: T201 - for the person who started it
