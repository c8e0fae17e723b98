"""Looks into an SQLite file and times its disk, also while the bot runs on it; leaves nothing beside it."""

import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from prometheus_client.parser import text_string_to_metric_families

from bot.database.file.access import may_write
from bot.database.file.check import first_flaw, looked_into
from bot.database.file.interrupted import INTERRUPTED, interrupted_restores
from bot.doctor.finding import Finding, bad, ok, size, warn
from bot.doctor.tables import of_tables

DATABASE, INTEGRITY, DISK, LOG, COMMITS = "database", "integrity", "disk", "log", "commits"
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
NAME = "gauntlet_commit_seconds"
"""The metric with which a running bot tells how long its commits take."""
TRIES = 5
SLOW, TOO_SLOW = 0.05, 0.5
"""Seconds; Discord waits three for an answer, and a pick may have to wait for the commit before its own."""


def of_file(path: Path) -> list[Finding]:
    around = [
        *_of_rights(path),
        *_of_restore(path),
        of_disk(shutil.disk_usage(path.parent).free, _length(path)),
    ]
    if not path.exists():
        return [
            warn(DATABASE, f"There is no file at {path} yet. The bot makes it at its first start."),
            *around,
        ]
    return [*_of_content(path), *around, of_log(_length(_beside(path, "-wal")))]


def _of_rights(path: Path) -> list[Finding]:
    """Names what this user may not write, of all that the bot has to."""
    files = [each for end in WRITTEN if (each := _beside(path, end)).exists()]
    if refused := [str(each) for each in (path.parent, *files) if not may_write(each)]:
        return [bad(DATABASE, f"You may not write {' and '.join(refused)}. {WHOSE}")]
    return []


def _of_restore(path: Path) -> list[Finding]:
    try:
        return [warn(DATABASE, INTERRUPTED.format(path))] if interrupted_restores(path) else []
    except PermissionError:
        return [bad(DATABASE, f"You may not list {path.parent}. {WHOSE}")]


def _of_content(path: Path) -> list[Finding]:
    if _beside(path, "-wal").exists() and not _beside(path, "-shm").exists():
        sentence = f"{path.name}-wal was left by a bot that did not end. The bot reads it at its next start."
        return [warn(INTEGRITY, sentence)]
    try:
        flaw = _lasting_flaw(path)
        if flaw is not None:
            return [bad(INTEGRITY, f"The file is damaged ({flaw}). {RESTORE}")]
        with looked_into(path) as connection:
            return [ok(INTEGRITY, "Every page and every index is whole."), *of_tables(connection)]
    except sqlite3.OperationalError as problem:
        if _code(problem) == sqlite3.SQLITE_READONLY and _beside(path, "-journal").exists():
            return [warn(INTEGRITY, HALF_WRITTEN.format(path.name))]
        return [bad(DATABASE, f"{path} can't be read: {problem}. Run this as the bot's user.")]


def _lasting_flaw(path: Path) -> str | None:
    """Looks twice, because a bot may have begun to write during the first look."""
    return first_flaw(path, thoroughly=True) and first_flaw(path, thoroughly=True)


def of_disk(free: int, used: int) -> Finding:
    """Backups and upgrades need as much room as the database itself."""
    if free < LEAST_FREE:
        return bad(DISK, f"Only {size(free)} are free beside the database. Make room now.")
    if free < max(LITTLE_FREE, 2 * used):
        return warn(DISK, f"{size(free)} are free beside the database of {size(used)}. Make room soon.")
    return ok(DISK, f"{size(free)} are free beside the database of {size(used)}.")


def of_log(length: int) -> Finding:
    if length > LARGE_LOG:
        return warn(
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


def of_commits(seconds: float, source: str) -> Finding:
    sentence = f"A commit takes {1000 * seconds:.1f} ms ({source})."
    if seconds >= TOO_SLOW:
        return bad(COMMITS, f"{sentence} Move the database to a faster disk.")
    if seconds >= SLOW:
        return warn(COMMITS, f"{sentence} A faster disk answers sooner.")
    return ok(COMMITS, sentence)


def measured_in(folder: Path) -> Finding:
    """Times commits of a small database of its own, which is gone afterwards."""
    try:
        with TemporaryDirectory(prefix=".gauntlet-doctor-", dir=folder) as place:
            return of_commits(_time(Path(place) / "try.db"), "measured beside the database")
    except PermissionError:
        return warn(
            COMMITS, f"You may not write to {folder}, so it was not measured. Run this as the bot's user."
        )
    except (OSError, sqlite3.Error) as problem:
        return bad(COMMITS, f"Nothing can be written beside the database: {problem}. Check that disk.")


def _time(path: Path) -> float:
    times = []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE tries (number INTEGER)")
        for number in range(TRIES):
            began = time.perf_counter()
            connection.execute("INSERT INTO tries VALUES (?)", (number,))
            times.append(time.perf_counter() - began)
    return median(times)


def told_by(metrics: str) -> Finding | None:
    """Returns what the running bot has measured, or None if it has saved nothing yet."""
    told = {
        sample.name: sample.value
        for family in text_string_to_metric_families(metrics)
        for sample in family.samples
        if sample.name in {f"{NAME}_sum", f"{NAME}_count"}
    }
    count = told.get(f"{NAME}_count", 0.0)
    if not count:
        return None
    return of_commits(told[f"{NAME}_sum"] / count, f"the average of {count:,.0f} since the bot's start")
