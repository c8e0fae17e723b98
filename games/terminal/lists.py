"""The games, the computer players and a guide as lines of text."""

from collections.abc import Sequence
from textwrap import fill, indent

from games.guide import Guide
from games.levels import LEVELS, Level
from games.room import AnyRoom
from games.terminal.console import WIDEST, Console
from games.terminal.render import INDENT


def show_games(console: Console, rooms: Sequence[AnyRoom]) -> None:
    console.say(console.bold("Gauntlet"))
    for number, room in enumerate(rooms, 1):
        console.say()
        console.say(f"{number}  {console.bold(room.game.title)}  {console.faint(room.game.key)}")
        console.say(console.wrap(room.guide.tagline, "   "))
    console.say()


def show_levels(console: Console, levels: Sequence[Level]) -> None:
    console.say()
    for number, level in enumerate(levels, 1):
        console.say(f"{number}  {console.bold(level.name)}  {console.faint(level.key)}")
        console.say(console.wrap(level.character, "   "))
    console.say()


def characters() -> str:
    """The levels as a paragraph each, for the help of a command."""
    width = WIDEST - len(INDENT)
    paragraphs = (
        fill(level.character, width, initial_indent=f"{level.key:<8}", subsequent_indent=" " * 8)
        for level in LEVELS
    )
    return "computer players:\n" + indent("\n".join(paragraphs), INDENT)


def show_guide(console: Console, title: str, guide: Guide) -> None:
    console.say(console.bold(title))
    console.say(console.wrap(guide.goal))
    console.say()
    for number, rule in enumerate(guide.rules, 1):
        console.say(console.wrap(rule, "   ", first=f"{number}. "))
    console.say()
    console.say(console.faint("For example"))
    for line in guide.example:
        console.say(console.wrap(line, "   "))
