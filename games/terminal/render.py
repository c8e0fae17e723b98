"""A screen, a guide or a list of games as lines of text."""

import unicodedata
from collections.abc import Iterator, Sequence
from textwrap import fill, indent

from games.guide import Guide
from games.levels import LEVELS, Level
from games.room import AnyRoom
from games.screen import Choice, NumberChoice, Screen, Standing
from games.terminal.console import WIDEST, Console

INDENT = "  "


def show(console: Console, screen: Screen) -> None:
    console.say()
    console.say(f"{console.bold(screen.title)}  {screen.stage}")
    for line in _standings(console, screen.standings):
        console.say(line)
    for group in (screen.news, _facts(screen), screen.story):
        if group:
            console.say()
        for line in group:
            console.say(console.wrap(line, INDENT))


def offer(screen: Screen) -> str:
    """What can be typed, when it isn't plain from the question."""
    if isinstance(screen.choices, NumberChoice):
        return f"({screen.choices.low} to {screen.choices.high})"
    words = [f"[{choice.token}]" for choice in screen.choices if not choice.token.isdigit()]
    return " ".join(words) if words else f"({'; '.join(_by_danger(screen.choices))})"


def _by_danger(choices: Sequence[Choice]) -> Iterator[str]:
    """The harmless tokens, then those of every danger under its name."""
    for danger in sorted({choice.danger for choice in choices}):
        tokens = ", ".join(choice.token for choice in choices if choice.danger == danger)
        yield f"{danger}: {tokens}" if danger else tokens


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


def _standings(console: Console, standings: Sequence[Standing]) -> Iterator[str]:
    """One line a player; where that is too wide, the name alone and the rest below it."""
    rows = [_cells(standing) for standing in standings]
    lines = [INDENT + line for line in _columns(rows)]
    if max(map(_width, lines)) <= console.width:
        yield from lines
        return
    for name, *rest in rows:
        yield console.wrap(name, INDENT)
        yield console.wrap(", ".join(filter(None, rest)), 2 * INDENT)


def _cells(standing: Standing) -> tuple[str, str, str, str]:
    return standing.name, standing.score, standing.detail, standing.status


def _facts(screen: Screen) -> tuple[str, ...]:
    return tuple(f"{fact.label}: {fact.value}" for fact in screen.facts)


def _columns(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows with their cells one below the other; a column that is empty throughout is left out."""
    widths = [max(map(_width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [
            cell + " " * (width - _width(cell)) for cell, width in zip(row, widths, strict=True) if width
        ]
        yield "   ".join(cells).rstrip()


def _width(text: str) -> int:
    return sum(map(_letter_width, text))


def _letter_width(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
