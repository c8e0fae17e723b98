"""`gauntlet`: one command in front of the bot, the sandbox and the terminal.

Each of the three is imported only when it is asked for: the games must start without Discord's library.
"""

import os
import sys
from collections.abc import Sequence

from bot.about import SUMMARY, VERSION

COMMANDS = {
    "run": "start the bot; it reads its settings from the environment and from .env",
    "sandbox": "the whole bot on a page in your browser, without Discord",
    "play": "play in the terminal; `gauntlet play --help` says more",
    "backup": "copy the database, also while the bot runs",
    "restore": "bring back a backup, while the bot is stopped",
    "move-database": "copy everything to another database",
    "recount": "compute every rating again from the duels",
    "forget": "delete a person who can't use /mydata any more",
    "doctor": "look at settings, database, machine and Discord, and say what to do",
    "live-check": "find out how the real Discord behaves, in a private test server",
}
USAGE = "usage: gauntlet COMMAND …   (gauntlet COMMAND --help explains one)"
MISUSED = 2


def main(arguments: Sequence[str] | None = None) -> int:
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


if __name__ == "__main__":
    sys.exit(main())
