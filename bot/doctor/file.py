"""Looks into an SQLite file, also while the bot runs on it, and leaves nothing beside it."""

import shutil
import sqlite3
from pathlib import Path

from bot.database.file.check import first_flaw, looked_into
from bot.doctor.finding import Finding, bad, look, ok, size
from bot.doctor.tables import of_tables

DATABASE, INTEGRITY, DISK, LOG = "database", "integrity", "disk", "log"
RESTORE = "Bring back a backup with `gauntlet restore COPY`."
LEAST_FREE, LITTLE_FREE = 50_000_000, 1_000_000_000
"""Bytes: less than the first is too little to go on, less than the second is worth a look."""
LARGE_LOG = 64_000_000
"""Bytes; the log is emptied at about four million."""


def of_file(path: Path) -> list[Finding]:
    around = [of_disk(shutil.disk_usage(path.parent).free, _length(path))]
    if not path.exists():
        return [
            look(DATABASE, f"There is no file at {path} yet. The bot makes it at its first start."),
            *around,
        ]
    return [*_of_content(path), *around, of_log(_length(_beside(path, "-wal")))]


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
