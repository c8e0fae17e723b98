"""Saved matches: writing one, stepping through one, reviewing one, checking one."""

from dataclasses import replace
from pathlib import Path

from games import room_of
from games.engine import Refused
from games.records.codec import Unreadable
from games.records.record import Record
from games.records.verify import MAX_BYTES, examine, read
from games.review.review import review
from games.screen import Screen
from games.terminal.console import Console
from games.terminal.render import show
from games.terminal.review import show_review


class Unusable(Exception):  # noqa: N818 - named after what it says of the file
    """A file that can't be read or written, and a sentence that says why."""


def check_writable(path: Path) -> None:
    """Find out before the match, not after it."""
    try:
        path.open("xb").close()
        path.unlink()
    except FileExistsError:
        raise _taken(path) from None
    except OSError as error:
        raise Unusable(f"Can't write to {path}: {error.strerror}.") from None


def save(path: Path, record: Record) -> None:
    """Write a new file; one that is there already, even since a moment ago, is left alone."""
    try:
        with path.open("x", encoding="ascii") as file:
            file.write(record.text())
    except FileExistsError:
        raise _taken(path) from None
    except OSError as error:
        raise Unusable(f"Can't write to {path}: {error.strerror}.") from None


def show_file(console: Console, path: Path) -> int:
    """Every turn of a saved match, as everybody saw it."""
    record = _record(path)
    match = record.match
    for turn in range(1, match.turn + 1):
        show(console, _step(record, turn))
        if console.paced and turn < match.turn:
            console.say()
            console.ask("Press Enter for the next turn.")
    if match.outcome is None:
        console.say()
        console.say("The match is not over.")
    return 0


def _step(record: Record, turn: int) -> Screen:
    """The board as this turn began, with what happened in the turn before."""
    room, match = room_of(record.match.game), record.match.at(turn)
    board = room.show(match, None, record.players)
    return replace(board, news=room.told(match, max(1, turn - 1), record.players))


def review_file(console: Console, path: Path) -> int:
    record = _record(path)
    try:
        reviewed = review(record.match, room_of(record.match.game), record.players)
    except Refused as refusal:
        raise Unusable(str(refusal)) from None
    show_review(console, reviewed)
    return 0


def verify_file(console: Console, path: Path) -> int:
    """Check a saved match and say what was found; the exit status says whether all was well."""
    record, findings = examine(_content(path))
    for finding in findings:
        console.say(console.wrap(finding.text, "      ", first="ok    " if finding.ok else "WRONG "))
    if record is None or not all(finding.ok for finding in findings):
        console.say()
        console.say("This file can't be trusted.")
        return 1
    console.say()
    console.say(console.wrap("Compare the seal with the one shown before the match:"))
    console.say(record.match.seed.seal)
    return 0


def _taken(path: Path) -> Unusable:
    return Unusable(f"{path} is already there; choose another name.")


def _record(path: Path) -> Record:
    try:
        return read(_content(path))
    except Unreadable as problem:
        raise Unusable(f"{path}: {problem}") from None


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except OSError as error:
        raise Unusable(f"Can't read {path}: {error.strerror}.") from None
