"""Cells one below the other, as wide as they are shown."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from textwrap import wrap

GAP = "   "
STYLE = re.compile(r"\033\[[0-9;]*m")


def aligned(rows: Sequence[Sequence[str]], room: int, indent: str) -> Iterator[str]:
    """One line a row; where that is too wide, the first cell alone and the others below it. A column that
    is empty throughout is left out."""
    lines = [indent + line for line in _joined(rows)]
    if max(map(width, lines), default=0) <= room:
        yield from lines
        return
    below = [2 * indent + line for line in _joined([row[1:] for row in rows])]
    fits = max(map(width, below)) <= room
    for row, line in zip(rows, below, strict=True):
        yield from _packed([row[0]], room, indent)
        yield from [line] if fits else _packed(row[1:], room, 2 * indent)


def width(text: str) -> int:
    """How many places this takes on the screen."""
    return sum(map(_letter_width, STYLE.sub("", text)))


def _joined(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        cells = [cell + " " * (wide - width(cell)) for cell, wide in zip(row, widths, strict=True) if wide]
        yield GAP.join(cells).rstrip()


def _packed(cells: Sequence[str], room: int, indent: str) -> Iterator[str]:
    """The cells in as many lines as they need."""
    line = ""
    for cell in _narrowed(cells, room - len(indent)):
        longer = f"{line}{GAP}{cell}" if line else cell
        if line and width(indent + longer) > room:
            yield indent + line
            longer = cell
        line = longer
    if line:
        yield indent + line


def _narrowed(cells: Sequence[str], room: int) -> Iterator[str]:
    """Every cell that is not empty; one that is too wide gives up its colour, and goes on in the next."""
    for cell in cells:
        yield from wrap(STYLE.sub("", cell), room) if width(cell) > room else filter(None, [cell])


def _letter_width(letter: str) -> int:
    if unicodedata.category(letter) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
