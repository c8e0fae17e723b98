"""How old the newest backup is, and whether it is of any use."""

import sqlite3
from pathlib import Path

from bot.database import Unusable
from bot.database.file.check import check_file
from bot.doctor.finding import Finding, bad, ok, warn

BACKUP = "backup"
DAY = 86_400.0
OLD = 7 * DAY
OF_FILES = "Let cron run `gauntlet backup --keep 14 FOLDER` every day, and name that folder with --backups."
OF_SERVERS = (
    "If the server's host makes backups, all is well; otherwise let cron run pg_dump every day, and name its "
    "folder with --backups."
)


def of_backups(folder: Path, now: float, *, on_server: bool) -> Finding:
    """Looks into the newest file of this folder, unless only PostgreSQL could read it."""
    advice, kinds = (OF_SERVERS, "*") if on_server else (OF_FILES, "*.db")
    try:
        if not folder.is_dir():
            return warn(BACKUP, f"There is no folder {folder.absolute()} with backups. {advice}")
        found = [path for path in folder.glob(kinds) if path.is_file()]
        if not found:
            return warn(BACKUP, f"There is no backup in {folder.absolute()}. {advice}")
        newest = max(found, key=lambda path: path.stat().st_mtime)
        return of_age(newest, now - newest.stat().st_mtime, flaw=None if on_server else _flaw(newest))
    except OSError as problem:
        return warn(BACKUP, f"{folder} can't be looked into: {problem.strerror}. Run this as the bot's user.")


def _flaw(copy: Path) -> str | None:
    """Returns a sentence that says why this backup would be of no use."""
    try:
        step = check_file(copy, advice="Make another one.")
    except (Unusable, sqlite3.Error) as problem:
        return str(problem)
    return f"The newest backup, {copy}, is empty. Make another one." if step is None else None


def of_age(newest: Path, seconds: float, *, flaw: str | None = None) -> Finding:
    age = f"{seconds / DAY:.0f} days" if seconds >= 2 * DAY else f"{max(seconds, 0) / 3600:.0f} hours"
    if flaw is not None:
        return bad(BACKUP, flaw)
    sentence = f"The newest backup, {newest}, is {age} old."
    if seconds > OLD:
        return warn(BACKUP, f"{sentence} Make one, and see why none was made.")
    return ok(BACKUP, sentence)
