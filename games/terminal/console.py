"""The keyboard and the screen: what is typed, what is shown, and who may see it."""

import getpass
import shutil
import sys
import textwrap
from contextlib import suppress
from dataclasses import dataclass
from typing import TextIO

from games.engine import Seat

NARROWEST, WIDEST = 20, 80
UNREADABLE = "\N{REPLACEMENT CHARACTER}"


@dataclass(frozen=True, slots=True)
class Palette:
    """A seat's colour for letters and for boxes, in a terminal with at least so many colours."""

    colours: int
    letters: tuple[str, str]
    boxes: tuple[str, str]


PALETTES = (
    Palette(256, ("38;5;33", "38;5;208"), ("38;5;231;48;5;25", "38;5;16;48;5;208")),
    Palette(8, ("34", "33"), ("37;44", "30;43")),
)
"""Blue and orange, the richest first."""


class Console:
    """Standard input and output, whatever they lead to; either may be closed."""

    def __init__(self, *, plain: bool = False) -> None:
        self.interactive = sys.stdin is not None and sys.stdin.isatty()
        """Somebody sits there and can be asked to press Enter or look away."""
        self.paced = self.interactive and sys.stdout is not None and sys.stdout.isatty()
        """What is shown is read as it comes, so it can wait for an Enter."""
        size = shutil.get_terminal_size()
        self.width = max(NARROWEST, min(size.columns, WIDEST))
        self._height = size.lines
        self._palette = None if plain else palette_of(sys.stdout)
        self._clears = can_clear(sys.stdout)

    def say(self, text: str = "") -> None:
        self._write(f"{text}\n")

    def complain(self, text: str) -> None:
        with suppress(OSError):
            print(text, file=sys.stderr, flush=True)  # noqa: T201

    def bold(self, text: str) -> str:
        return self._styled("1;36", text)

    def faint(self, text: str) -> str:
        return self._styled("2", text)

    def coloured(self, text: str, seat: Seat | None) -> str:
        """In the colour of a seat, if it is anybody's."""
        if self._palette is None or seat is None:
            return text
        return self._styled(self._palette.letters[seat], text)

    def box(self, face: str, seat: Seat, *, strong: bool = False) -> str:
        """A card in the colour of a seat, or in brackets; a strong one is underlined too."""
        if self._palette is None:
            return f"[{face}]"
        inside = f"\033[1;4m{face}\033[22;24m" if strong else face
        return self._styled(self._palette.boxes[seat], f" {inside} ")

    def sign(self, sign: str, plain: str) -> str:
        """The sign, or the plain one where the encoding of the output lacks it."""
        try:
            sign.encode(getattr(sys.stdout, "encoding", None) or "ascii")
        except UnicodeEncodeError:
            return plain
        return sign

    def _styled(self, style: str, text: str) -> str:
        return f"\033[{style}m{text}\033[0m" if self._palette else text

    def wrap(self, text: str, indent: str = "", first: str | None = None) -> str:
        """The text in lines that fit, the first of them with an indent of its own if one is given."""
        start = indent if first is None else first
        return textwrap.fill(text, self.width, initial_indent=start, subsequent_indent=indent)

    def ask(self, question: str, *, hidden: bool = False) -> str:
        """One line, without the spaces around it. Raises EOFError when there is no more."""
        prompt = f"{self.wrap(question)} "
        if hidden and self.interactive:
            return _read_unseen(prompt)
        self._write(prompt)
        line = _read_line()
        if not self.interactive:
            self.say()
        return line.strip()

    def clear(self) -> None:
        """Take away what was shown, or push it out of sight where nothing can be taken away."""
        if self.interactive:
            self._write("\033[2J\033[3J\033[H" if self._clears else "\n" * self._height)

    def _write(self, text: str) -> None:
        print(text, end="", flush=True)  # noqa: T201 - this is where a terminal prints


def agrees(console: Console, question: str) -> bool:
    while True:
        answer = console.ask(f"{question} (y/n)").lower()
        if answer in {"y", "yes", "n", "no"}:
            return answer.startswith("y")
        console.say("Please type y for yes or n for no.")


def prepare() -> None:
    """What can't be written or read in this encoding becomes a mark, never an error."""
    for stream in (sys.stdin, sys.stdout):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")


def settle() -> None:
    """Let go of an output that nobody reads any more, or Python would complain about it at the very end."""
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        with suppress(OSError):
            sys.stdout.close()


def palette_of(stream: TextIO | None) -> Palette | None:
    """The colours of the terminal that this stream leads to, if it has any."""
    return next((palette for palette in PALETTES if _knows(stream, "colors", palette.colours)), None)


def can_clear(stream: TextIO | None) -> bool:
    """Does this stream lead to a terminal that can be wiped?"""
    return _knows(stream, "clear")


def _knows(stream: TextIO | None, capability: str, least: int | None = None) -> bool:
    """Ask the terminal's description for a capability: a number that is high enough, or any text."""
    if stream is None or not stream.isatty():
        return False
    try:
        import curses  # noqa: PLC0415 - not part of every Python
    except ImportError:
        return False
    try:
        curses.setupterm(fd=stream.fileno())
    except curses.error:
        return False
    return bool(curses.tigetstr(capability)) if least is None else curses.tigetnum(capability) >= least


def _read_line() -> str:
    """What cannot be read at all counts as the end of input."""
    try:
        line = "" if sys.stdin is None else sys.stdin.readline()
    except OSError:
        line = ""
    if not line:
        raise EOFError
    return line


def _read_unseen(prompt: str) -> str:
    try:
        return getpass.getpass(prompt).strip()
    except UnicodeDecodeError:
        return UNREADABLE
