"""The keyboard and the screen: what is typed, what is shown, and who may see it."""

import getpass
import shutil
import sys
from typing import Protocol, TextIO


class Console(Protocol):
    interactive: bool
    """Somebody sits there and can be asked to press Enter or look away."""
    width: int

    def say(self, text: str = "") -> None: ...

    def bold(self, text: str) -> str: ...

    def faint(self, text: str) -> str: ...

    def ask(self, question: str, *, hidden: bool = False) -> str:
        """One line, without the spaces around it. Raises EOFError when there is no more."""

    def clear(self) -> None:
        """Take away what was shown, where that can be done."""


class Terminal:
    """A real console on standard input and output."""

    def __init__(self, *, plain: bool = False) -> None:
        self.interactive = sys.stdin.isatty() and sys.stdout.isatty()
        self.width = min(shutil.get_terminal_size().columns, 80)
        self._styled = not plain and has_colour(sys.stdout)

    def say(self, text: str = "") -> None:
        print(text, flush=True)  # noqa: T201 - this is where a terminal prints

    def bold(self, text: str) -> str:
        return f"\033[1;36m{text}\033[0m" if self._styled else text

    def faint(self, text: str) -> str:
        return f"\033[2m{text}\033[0m" if self._styled else text

    def ask(self, question: str, *, hidden: bool = False) -> str:
        if hidden and self.interactive:
            return getpass.getpass(f"{question} ").strip()
        print(question, end=" ", flush=True)  # noqa: T201
        line = sys.stdin.readline()
        if not line:
            raise EOFError
        if not sys.stdin.isatty():
            self.say()
        return line.strip()

    def clear(self) -> None:
        if self.interactive:
            print("\033[2J\033[3J\033[H", end="", flush=True)  # noqa: T201


def agrees(console: Console, question: str) -> bool:
    return console.ask(f"{question} (y/n)").lower() in {"y", "yes"}


def has_colour(stream: TextIO) -> bool:
    """Does this stream lead to a terminal that can show colours?"""
    if not stream.isatty():
        return False
    try:
        import curses  # noqa: PLC0415 - not part of every Python
    except ImportError:
        return False
    try:
        curses.setupterm(fd=stream.fileno())
    except curses.error:
        return False
    return curses.tigetnum("colors") >= 8
