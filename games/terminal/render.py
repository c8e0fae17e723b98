"""A screen, a guide or a list of games as lines of text."""

import textwrap
import unicodedata
from collections.abc import Iterator, Sequence

from games.guide import Guide
from games.room import AnyRoom
from games.screen import NumberChoice, Screen, Standing
from games.terminal.console import Console

INDENT = "  "


def show(console: Console, screen: Screen) -> None:
    console.say()
    console.say(f"{console.bold(screen.title)}  {screen.stage}")
    for line in _columns([_cells(standing) for standing in screen.standings]):
        console.say(INDENT + line)
    for group in (screen.news, _facts(screen), screen.story):
        if group:
            console.say()
        for line in group:
            console.say(wrapped(console, line))


def offer(screen: Screen) -> str:
    """What can be typed, when it isn't plain from the question."""
    if isinstance(screen.choices, NumberChoice):
        return f"({screen.choices.low} to {screen.choices.high})"
    labels = [choice.label for choice in screen.choices]
    words = [f"[{choice.token}]" for choice in screen.choices if not choice.token.isdigit()]
    return " ".join(words) if words else f"({', '.join(labels)})"


def show_games(console: Console, rooms: Sequence[AnyRoom]) -> None:
    console.say(console.bold("Gauntlet"))
    for number, room in enumerate(rooms, 1):
        console.say()
        console.say(f"{number}  {console.bold(room.game.title)}  {console.faint(room.game.key)}")
        console.say(wrapped(console, room.guide.tagline, indent="   "))
    console.say()


def show_guide(console: Console, title: str, guide: Guide) -> None:
    console.say(console.bold(title))
    console.say(wrapped(console, guide.goal, indent=""))
    console.say()
    for number, rule in enumerate(guide.rules, 1):
        console.say(wrapped(console, rule, indent="   ", first=f"{number}. "))
    console.say()
    console.say(console.faint("For example"))
    for line in guide.example:
        console.say(wrapped(console, line, indent="   "))


def wrapped(console: Console, text: str, indent: str = INDENT, first: str | None = None) -> str:
    return textwrap.fill(
        text, console.width, initial_indent=indent if first is None else first, subsequent_indent=indent
    )


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
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
