"""The command `gauntlet`, and all that a host can ask for besides running the bot.

Each program is imported only when it is asked for: the games must start without Discord's library, and the
running bot does without copies, moves and checks.
"""

import asyncio
import os
import sys
from argparse import ArgumentParser, ArgumentTypeError, Namespace
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from bot.about import SUMMARY, VERSION

if TYPE_CHECKING:
    from bot.database import Database
    from bot.doctor import Finding

COMMANDS = {
    "run": "start the bot; it reads its settings from the environment and from .env",
    "sandbox": "the whole bot on a page in your browser, without Discord",
    "play": "play in the terminal; `gauntlet play --help` says more",
    "backup": "copy the database, also while the bot runs",
    "restore": "bring back a backup, while the bot is stopped",
    "move-database": "copy everything to another database; stop the bot first",
    "recount": "compute every rating again from the duels, while the bot is stopped",
    "forget": "delete a person who can't use /mydata any more; stop the bot first",
    "doctor": "look at settings, database, machine and Discord, and say what to do",
    "live-check": "find out how the real Discord behaves, in a private test server",
}
USAGE = "usage: gauntlet COMMAND …   (gauntlet COMMAND --help explains one)"
MISUSED = 2
LARGEST_ID = 2**63 - 1
USUAL_NAME = "the database at DATABASE_URL"


def main(arguments: Sequence[str] | None = None) -> int:
    """Starts what `gauntlet` is asked for: the bot, the sandbox or the terminal."""
    match list(sys.argv[1:] if arguments is None else arguments):
        case [] | ["-h" | "--help" | "help", *_]:
            sys.stdout.write(overview())
        case ["--version" | "-V", *_]:
            sys.stdout.write(f"gauntlet {VERSION}\n")
        case ["play", *rest]:
            return play(rest)
        case ["sandbox", *rest]:
            return sandbox(rest)
        case [command, *_] as asked if command in COMMANDS:
            return bot(asked)
        case [unknown, *_]:
            sys.stderr.write(f"There is no command {unknown!r}.\n\n{overview()}")
            return MISUSED
    return 0


def overview() -> str:
    width = max(map(len, COMMANDS)) + 2
    lines = (f"  {name:<{width}}{about}" for name, about in COMMANDS.items())
    return "\n".join((USAGE, "", SUMMARY, "", *lines, f"  {'--version':<{width}}print the version", ""))


def bot(arguments: list[str]) -> int:
    from bot.__main__ import main as serve

    return serve(arguments, "gauntlet")


def sandbox(arguments: list[str]) -> int:
    from sandbox.__main__ import main as show

    return show(arguments, "gauntlet sandbox")


def play(arguments: list[str]) -> int:
    from games.__main__ import main as sit_down
    from games.terminal.console import prepare

    prepare()
    plain = ["--plain"] if os.environ.get("NO_COLOR") else []
    return sit_down([*plain, *arguments], "gauntlet play")


def parser(program: str) -> ArgumentParser:
    """Reads what `python -m bot`, or `gauntlet` for it, is asked for."""
    parser = ArgumentParser(program, description="Gauntlet, the Discord bot for duels.")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def add(name: str, more: str = "") -> ArgumentParser:
        about = COMMANDS[name]
        sentence = f"{about[0].upper()}{about[1:]}. {more}".strip()
        return commands.add_parser(name, help=about, description=sentence)

    add("run", "`python -m bot` without a command does the same.")
    backup = add("backup", "On PostgreSQL, use pg_dump.")
    backup.add_argument("file", metavar="FILE", help="where to; it must not exist yet")
    backup.add_argument(
        "--keep", metavar="N", type=_count, help="FILE is a folder, of whose backups the N newest are kept"
    )
    restore = add("restore", "The old database is kept beside the new one.")
    restore.add_argument("copy", metavar="COPY", help="the backup; it stays as it is")
    move = add("move-database")
    move.add_argument("source", metavar="FROM", help="sqlite:///PATH or postgresql://…")
    move.add_argument("target", metavar="TO", help="an empty database, or an earlier copy nobody has used")
    add("recount", "It says whether anything differed.")
    forget = add("forget", "It is done when the bot starts again.")
    forget.add_argument("person", metavar="ID", type=_id, help="the person's number in Discord")
    doctor = add("doctor", "It changes nothing, and ends with code 1 if something is bad.")
    doctor.add_argument("--quiet", action="store_true", help="print only what is not well, for cron")
    doctor.add_argument(
        "--backups", metavar="FOLDER", help="where backups are (default: backups, beside the database)"
    )
    check = add(
        "live-check", "Stop the bot first. It takes up to an hour; docs/live-check.md says what you need."
    )
    check.add_argument("channel", metavar="CHANNEL", type=_id, help="the id of a channel for the check")
    check.add_argument(
        "--report", metavar="FILE", type=Path, help="where to write what was found (default: live-check.md)"
    )
    return parser


def carry_out(arguments: Namespace, env: Mapping[str, str]) -> int:
    """Does what a host asked for, and returns the exit code."""
    match arguments.command:
        case "backup":
            say(back_up(env, arguments.file, arguments.keep))
        case "restore":
            say(bring_back(env, arguments.copy))
        case "move-database":
            move(arguments.source, arguments.target)
        case "recount":
            say(asyncio.run(recount(*_database(env))))
        case "forget":
            say(asyncio.run(forget(arguments.person, *_database(env))))
        case "doctor":
            from bot.doctor import examine

            return report(asyncio.run(examine(env, arguments.backups)), quiet=arguments.quiet)
        case "live-check":
            check_live(env, arguments.channel, arguments.report or Path("live-check.md"))
    return 0


def back_up(env: Mapping[str, str], file: str, keep: int | None) -> str:
    """Copies the database; returns where to."""
    from bot import database
    from bot.config import database_in
    from bot.database.file.backup import back_up_into

    if keep is not None:
        return asyncio.run(back_up_into(database_in(env), file, keep, datetime.now(UTC)))
    asyncio.run(database.back_up(database_in(env), file))
    return file


def bring_back(env: Mapping[str, str], copy: str) -> str:
    from bot.config import check_folder, database_in, name_of_database
    from bot.database.file.restore import restore

    check_folder(database_in(env), name_of_database(env))
    return asyncio.run(restore(database_in(env), copy, datetime.now(UTC)))


def move(source: str, target: str) -> None:
    from bot.config import database_at
    from bot.database.move import move

    for table, count in asyncio.run(move(database_at(source), database_at(target))).items():
        say(f"{count:>9,} {table}")
    say("Everything has arrived. Set DATABASE_URL to the new address, and start the bot.")


def check_live(env: Mapping[str, str], channel: int, file: Path) -> None:
    from bot.config import discord_in, token_in
    from bot.live_check.run import live_check

    with suppress(KeyboardInterrupt):
        asyncio.run(live_check(token_in(env), channel, file, discord_in(env), say))


async def recount(address: str, named: str = USUAL_NAME) -> str:
    """Rates every duel again; returns what was found, in a sentence."""
    from bot.ratings.ledger import Ledger
    from bot.ratings.recount import summary

    async with _opened(address, named) as database:
        return summary([found async for found in Ledger(database).recount_all()])


async def forget(person: int, address: str, named: str = USUAL_NAME) -> str:
    from bot.privacy.erasure import note_erasure
    from bot.storage.storage import Storage

    async with _opened(address, named) as database:
        await note_erasure(Storage(database), person)
    return f"Everything about {person} will be deleted when the bot starts. Start it now."


def _database(env: Mapping[str, str]) -> tuple[str, str]:
    """Returns the address of the database, and where the host has named it."""
    from bot.config import database_in, name_of_database

    return database_in(env), f"the database at {name_of_database(env)}"


@asynccontextmanager
async def _opened(address: str, named: str) -> AsyncIterator["Database"]:
    """Opens a database that is there, and that nobody else uses."""
    from bot.config import place_of
    from bot.database import Unusable, open_database

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
    from bot.doctor import Mark

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
    """Prints a line. It is no fault if the reader has seen enough, as in `gauntlet doctor | head`."""
    with suppress(BrokenPipeError):
        print(text, flush=True)


def complain(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
