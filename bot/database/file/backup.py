"""Backups of an SQLite file: complete and checked when their name appears, also while the bot is running."""

import asyncio
import re
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from os import O_RDONLY, W_OK, access, close
from os import open as open_raw
from pathlib import Path
from urllib.parse import quote

from bot.database.base import SQLITE, Unusable
from bot.database.file.check import check_file
from bot.database.file.disk import explained
from bot.database.file.durable import BESIDE, discard, sync_file, sync_folder
from bot.database.file.interrupted import refuse_interrupted
from bot.database.file.presence import real_path

if sys.platform == "linux":
    import fcntl

UNFINISHED = ".part"
"""The end of a backup's name until it is complete."""
STAMP = "%Y%m%d-%H%M%S"
DATED = re.compile(r"gauntlet-\d{8}-\d{6}\.db")
"""The names of backups of which only the newest are kept."""
DATED_UNFINISHED = re.compile(f"{DATED.pattern}{re.escape(UNFINISHED)}({'|'.join(BESIDE)})?")


async def back_up(address: str, copy: str) -> None:
    """Writes a consistent copy of the database, also while the bot is running."""
    source, target = _source(address), Path(copy)
    with explained(copy):
        if not copy.strip():
            raise Unusable("Name a file for the backup.")
        if not target.parent.is_dir():
            raise Unusable(f"There is no folder {target.parent}. Make it first.")
        if target.is_dir():
            raise Unusable(f"{copy} is a folder. Name a file in it, or add --keep 14 before its name.")
    await asyncio.to_thread(_back_up, source, target)


async def back_up_into(address: str, folder: str, keep: int, now: datetime) -> str:
    """Writes a backup with the time in its name, then deletes all but the `keep` newest. Returns its path."""
    source, place = _source(address), Path(folder)
    target = place / f"gauntlet-{now.strftime(STAMP)}.db"
    with explained(folder):
        if not folder.strip() or place.is_file():
            raise Unusable("With --keep, name a folder for the backups.")
        place.mkdir(parents=True, exist_ok=True)
    await asyncio.to_thread(_back_up, source, target)
    with explained(folder):
        _rotate(place, keep, target)
    return str(target)


def copy_database(source: Path, target: Path) -> None:
    """Writes everything in a database, and in the log beside it, to a new file, and checks that file."""
    with closing(sqlite3.connect(f"file:{quote(str(source))}?{_how(source)}", uri=True)) as connection:
        with explained(source):
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        connection.execute("VACUUM INTO ?", (str(target),))
    check_file(target)
    sync_file(target)


def _how(source: Path) -> str:
    """A mere reader would leave an empty log behind. Where nothing can be left, the file is read as it is."""
    if Path(f"{source}-wal").exists():
        return "mode=ro"
    return "mode=rw" if access(source, W_OK) and access(source.parent, W_OK) else "immutable=1"


def _source(address: str) -> Path:
    if not address.startswith(SQLITE):
        raise Unusable(
            'PostgreSQL brings its own backup: pg_dump --format=custom --file=COPY "$DATABASE_URL".'
        )
    typed = address.removeprefix(SQLITE)
    path = real_path(typed)
    with explained(typed):
        refuse_interrupted(path)
        if not path.exists():
            raise Unusable(
                f"There is no database at {path}. Start this in the bot's folder, or set DATABASE_URL."
            )
    return path


def _back_up(source: Path, target: Path) -> None:
    with explained(source):
        if check_file(source) is None:
            raise Unusable(f"There is nothing to back up: the database at {source} is empty.")
    with explained(target), _alone_in(target.parent):
        if target.exists():
            raise Unusable(f"{target} is already there; a backup overwrites nothing. Choose another name.")
        unfinished = target.with_name(f"{target.name}{UNFINISHED}")
        discard(unfinished)
        try:
            copy_database(source, unfinished)
            unfinished.rename(target)
        except BaseException:
            discard(unfinished)
            raise
        sync_folder(target.parent)


def _rotate(folder: Path, keep: int, new: Path) -> None:
    """Deletes old backups, and what backups that were killed left behind. The new one is kept even if a clock
    that was set back gave it the oldest name."""
    with _alone_in(folder):
        present = [path for path in folder.iterdir() if path.name != new.name]
        dated = sorted((path for path in present if DATED.fullmatch(path.name)), reverse=True)
        unfinished = [path for path in present if DATED_UNFINISHED.fullmatch(path.name)]
        for path in (*dated[keep - 1 :], *unfinished):
            discard(path)


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Refuses a second backup into a folder while another one is being written."""
    if sys.platform != "linux":
        yield
        return
    opened = open_raw(folder, O_RDONLY)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise Unusable(f"Another backup is being written to {folder}. Try again when it is done.") from None
    finally:
        close(opened)
