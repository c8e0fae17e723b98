"""Looks into an SQLite file, also while the bot runs on it, and leaves nothing beside it."""

import shutil
import sqlite3
from pathlib import Path

from bot.database.file.access import may_write
from bot.database.file.check import first_flaw, looked_into
from bot.database.file.interrupted import INTERRUPTED, interrupted_restores
from bot.doctor.finding import Finding, bad, look, ok, size
from bot.doctor.tables import of_tables

DATABASE, INTEGRITY, DISK, LOG = "database", "integrity", "disk", "log"
RESTORE = "Bring back a backup with `gauntlet restore COPY`."
LEAST_FREE, LITTLE_FREE = 50_000_000, 1_000_000_000
"""Bytes: less than the first is too little to go on, less than the second is worth a look."""
WRITTEN = ("", "-wal", "-shm", ".lock")
"""What is added to the file's name for what the bot writes."""
WHOSE = "Run this as the bot's user, or give it to that user."
HALF_WRITTEN = (
    "{0}-journal was left by a program that did not end, so {0} can't be looked into. Start the bot once: it "
    "undoes what was half written."
)
LARGE_LOG = 64_000_000
"""Bytes; the log is emptied at about four million."""


def of_file(path: Path) -> list[Finding]:
    around = [
        *_of_rights(path),
        *_of_restore(path),
        of_disk(shutil.disk_usage(path.parent).free, _length(path)),
    ]
    if not path.exists():
        return [
            look(DATABASE, f"There is no file at {path} yet. The bot makes it at its first start."),
            *around,
        ]
    return [*_of_content(path), *around, of_log(_length(_beside(path, "-wal")))]


def _of_rights(path: Path) -> list[Finding]:
    """What this user may not write, of all that the bot has to."""
    files = [each for end in WRITTEN if (each := _beside(path, end)).exists()]
    if refused := [str(each) for each in (path.parent, *files) if not may_write(each)]:
        return [bad(DATABASE, f"You may not write {' and '.join(refused)}. {WHOSE}")]
    return []


def _of_restore(path: Path) -> list[Finding]:
    try:
        return [look(DATABASE, INTERRUPTED.format(path))] if interrupted_restores(path) else []
    except PermissionError:
        return [bad(DATABASE, f"You may not list {path.parent}. {WHOSE}")]


def _of_content(path: Path) -> list[Finding]:
    if _beside(path, "-wal").exists() and not _beside(path, "-shm").exists():
        sentence = f"{path.name}-wal was left by a bot that did not end. The bot reads it at its next start."
        return [look(INTEGRITY, sentence)]
    try:
        flaw = _lasting_flaw(path)
        if flaw is not None:
            return [bad(INTEGRITY, f"The file is damaged ({flaw}). {RESTORE}")]
        with looked_into(path) as connection:
            return [ok(INTEGRITY, "Every page and every index is whole."), *of_tables(connection)]
    except sqlite3.OperationalError as problem:
        if _code(problem) == sqlite3.SQLITE_READONLY and _beside(path, "-journal").exists():
            return [look(INTEGRITY, HALF_WRITTEN.format(path.name))]
        return [bad(DATABASE, f"{path} can't be read: {problem}. Run this as the bot's user.")]


def _lasting_flaw(path: Path) -> str | None:
    """Looks twice, because a bot may have begun to write during the first look."""
    return first_flaw(path, thoroughly=True) and first_flaw(path, thoroughly=True)


def of_disk(free: int, used: int) -> Finding:
    """Backups and upgrades need as much room as the database itself."""
    if free < LEAST_FREE:
        return bad(DISK, f"Only {size(free)} are free beside the database. Make room now.")
    if free < max(LITTLE_FREE, 2 * used):
        return look(DISK, f"{size(free)} are free beside the database of {size(used)}. Make room soon.")
    return ok(DISK, f"{size(free)} are free beside the database of {size(used)}.")


def of_log(length: int) -> Finding:
    if length > LARGE_LOG:
        return look(
            LOG, f"The log (-wal) has {size(length)}. Restart the bot; another program may hold it open."
        )
    return ok(LOG, f"The log (-wal) has {size(length)}.")


def _beside(path: Path, end: str) -> Path:
    return path.with_name(f"{path.name}{end}")


def _length(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _code(problem: sqlite3.OperationalError) -> int:
    """SQLite's primary result code."""
    return getattr(problem, "sqlite_errorcode", 0) & 0xFF
