"""Play in the terminal, read the rules, solve a puzzle, look at a saved match or check it."""

import sys
from argparse import SUPPRESS, ArgumentParser, Namespace, RawDescriptionHelpFormatter
from pathlib import Path

from games import GAMES
from games.levels import LEVELS
from games.terminal.console import Console, prepare, settle
from games.terminal.files import Unusable, review_file, show_file, verify_file
from games.terminal.lists import characters, show_guide
from games.terminal.puzzle import pose
from games.terminal.table import choose, pair, sit_down

FAILED = 1
INTERRUPTED = 130


def main(arguments: list[str] | None = None, program: str = "python -m games") -> int:
    try:
        options = _parser(program).parse_args(arguments)
        return _serve(Console(plain=options.plain), options)
    finally:
        settle()


def _serve(console: Console, options: Namespace) -> int:
    """Run a command; however it ends, end politely."""
    try:
        return _run_or_part(console, options)
    except Unusable as problem:
        console.complain(str(problem))
    except BrokenPipeError:
        pass  # whoever was reading has seen enough
    except OSError as problem:
        console.complain(f"Can't show anything more: {problem.strerror}.")
    return FAILED


def _run_or_part(console: Console, options: Namespace) -> int:
    try:
        return _run(console, options)
    except EOFError:
        console.say()
        console.say("No more input. Goodbye.")
        return 0
    except KeyboardInterrupt:
        console.say()
        console.say("Goodbye.")
        return INTERRUPTED


def _run(console: Console, options: Namespace) -> int:
    match options.command:
        case "show":
            return show_file(console, options.file)
        case "review":
            return review_file(console, options.file)
        case "verify":
            return verify_file(console, options.file)
        case "puzzle":
            pose(console, options.number)
        case "rules":
            room = next(room for room in GAMES if room.game.key == options.game)
            show_guide(console, room.game.title, room.guide)
        case None:
            room, against = choose(console)
            sit_down(console, room, pair(room, against, None), None, None)
        case key:
            room = next(room for room in GAMES if room.game.key == key)
            pairing = pair(room, options.against, options.names)
            sit_down(console, room, pairing, options.seed, options.save)
    return 0


def _parser(program: str) -> ArgumentParser:
    parser = ArgumentParser(program, description="Gauntlet's duels at one keyboard.")
    parser.add_argument("--plain", action="store_true", help="no colours")
    anywhere = ArgumentParser(add_help=False)
    anywhere.add_argument("--plain", action="store_true", default=SUPPRESS, help="no colours")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for room in GAMES:
        game = commands.add_parser(
            room.game.key,
            parents=[anywhere],
            help=room.guide.tagline,
            formatter_class=RawDescriptionHelpFormatter,
            epilog=characters(),
        )
        _add_options(game)
    rules = commands.add_parser("rules", parents=[anywhere], help="how a game is played")
    rules.add_argument("game", choices=[room.game.key for room in GAMES])
    puzzle = commands.add_parser("puzzle", parents=[anywhere], help="find the best pick in a position")
    puzzle.add_argument("number", type=int, nargs="?", help="the same number gives the same puzzle")
    for name, about in (
        ("show", "step through a saved match"),
        ("review", "what every pick of a saved match was worth"),
        ("verify", "check a saved match"),
    ):
        commands.add_parser(name, parents=[anywhere], help=about).add_argument("file", type=Path)
    return parser


def _add_options(parser: ArgumentParser) -> None:
    levels = [level.key for level in LEVELS]
    parser.add_argument("--against", choices=levels, help="play the computer; weakest first")
    parser.add_argument("--names", nargs="+", metavar="NAME", help="what to call the players")
    parser.add_argument("--seed", help="the same text gives the same shuffles")
    parser.add_argument("--save", type=Path, metavar="FILE", help="write the match to this file")


if __name__ == "__main__":
    prepare()
    sys.exit(main())
