"""Saved matches: writing one, stepping through one, checking one."""

from pathlib import Path

from games import room_of
from games.log import Unreadable
from games.record import Record
from games.terminal.console import Console
from games.terminal.render import show, wrapped
from games.verify import MAX_BYTES, examine, read


class Unusable(Exception):  # noqa: N818 - named after what it says of the file
    """A file that can't be read or written, and a sentence that says why."""


def check_writable(path: Path) -> None:
    """Find out before the match, not after it."""
    try:
        existed = path.exists()
        path.open("ab").close()
        if not existed:
            path.unlink()
    except OSError as error:
        raise Unusable(f"Can't write to {path}: {error.strerror}.") from None


def save(path: Path, record: Record) -> None:
    try:
        path.write_text(record.text(), encoding="ascii")
    except OSError as error:
        raise Unusable(f"Can't write to {path}: {error.strerror}.") from None


def show_file(console: Console, path: Path) -> int:
    """Every turn of a saved match, as everybody saw it."""
    try:
        record = read(_content(path))
    except Unreadable as problem:
        raise Unusable(f"{path}: {problem}") from None
    match, room = record.match, room_of(record.match.game)
    for turn in range(1, match.turn + 1):
        show(console, room.show(match.at(turn), None, record.players))
        if console.interactive and turn < match.turn:
            console.say()
            console.ask("Press Enter for the next turn.")
    return 0


def verify_file(console: Console, path: Path) -> int:
    """Check a saved match and say what was found; the exit status says whether all was well."""
    record, findings = examine(_content(path))
    for finding in findings:
        console.say(
            wrapped(console, finding.text, indent="      ", first="ok    " if finding.ok else "WRONG ")
        )
    if record is None or not all(finding.ok for finding in findings):
        console.say()
        console.say("This file can't be trusted.")
        return 1
    console.say()
    console.say(wrapped(console, "Compare the seal with the one shown before the match:", indent=""))
    console.say(record.match.seed.seal)
    return 0


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unusable(f"Can't read {path}: {error.strerror}.") from None
