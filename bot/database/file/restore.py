"""Puts a backup in the place of an SQLite file; the old file is kept under another name.

A restore can be interrupted at any moment. Once the new file lies complete beside the old one, under a name
with RESTORED in it, the restore is decided: the next program that opens the database finishes it.
"""

import asyncio
import shutil
from datetime import datetime
from pathlib import Path

from bot.database.base import SQLITE, Unusable
from bot.database.file.backup import STAMP, UNFINISHED, copy_database
from bot.database.file.check import check_file
from bot.database.file.disk import explained
from bot.database.file.durable import BESIDE, discard, sync_file, sync_folder
from bot.database.file.interrupted import RESTORED, interrupted_restores
from bot.database.file.journal import keep_log
from bot.database.file.lock import FileLocks
from bot.database.file.presence import identity, real_path

REPLACED = ".before-"
"""What comes after the database's name in the name of the old file; then follows the time of the restore."""
OLDER = "Nothing was changed. Try an older backup, and unpack it first if it is packed."
PARTS = ("", *BESIDE)
"""The database, and what SQLite keeps beside it."""


async def restore(address: str, copy: str, now: datetime) -> str:
    """Replaces the database with a copy of it. Returns a sentence that says where the old one is."""
    if not address.startswith(SQLITE):
        raise Unusable(
            "PostgreSQL brings its own way to restore a backup: "
            'pg_restore --clean --if-exists --no-owner --dbname="$DATABASE_URL" COPY.'
        )
    locks = FileLocks(address.removeprefix(SQLITE))
    try:
        return await asyncio.to_thread(_restore, locks, real_path(copy), now.strftime(STAMP))
    finally:
        locks.release()


def finish_restore(path: Path) -> None:
    """Finishes a restore that was interrupted. To be called with the lock beside the database."""
    for stamp in interrupted_restores(path):
        _exchange(path, stamp)


def finish_interrupted(locks: FileLocks) -> None:
    """Finishes a restore that was interrupted. If there is none, not even a lock is left beside the file."""
    if interrupted_restores(locks.path):
        locks.take_name()
        try:
            finish_restore(locks.path)
        finally:
            locks.release()


def _restore(locks: FileLocks, copy: Path, stamp: str) -> str:
    _check_copy(copy, locks.path)
    path = locks.path
    with explained(path):
        locks.take_name()
        _give_to_owner(Path(f"{path}.lock"), path)
        finish_restore(path)
        locks.take_file()
        unfinished = path.with_name(f"{path.name}{RESTORED}{stamp}{UNFINISHED}")
        for left in path.parent.glob(f"{path.name}{RESTORED}*{UNFINISHED}"):
            discard(left)
        try:
            copy_database(copy, unfinished)
            keep_log(unfinished)
            sync_file(unfinished)
            _give_to_owner(unfinished, path)
            unfinished.rename(_ready(path, stamp))
        except BaseException:
            discard(unfinished)
            raise
        sync_folder(path.parent)
        kept = path.exists()
        _exchange(path, stamp)
    where = (
        f"The old one is kept as {_kept(path, stamp)}."
        if kept
        else ("There was none before; if you expected one, check DATABASE_URL and the folder you are in.")
    )
    return f"{path} is now the database from {copy}. {where}"


def _check_copy(copy: Path, path: Path) -> None:
    with explained(copy):
        if copy.is_dir():
            raise Unusable(f"{copy} is a folder. Name one of the backups in it.")
        if not copy.is_file():
            raise Unusable(f"There is no backup at {copy}.")
        if identity(copy) == identity(path):
            raise Unusable(f"{copy} is the database itself. Name a backup of it.")
        if check_file(copy, thoroughly=True, advice=OLDER) is None:
            raise Unusable(f"There is nothing to restore: {copy} is empty.")


def _exchange(path: Path, stamp: str) -> None:
    """Moves the old file away, then its log, then the new file into its place. A file is never beside a log
    that belongs to another one, and when all of it is done twice, the second time does no harm."""
    kept = _kept(path, stamp)
    if path.exists() and kept.exists():
        raise Unusable(
            f"A restore was interrupted, and {path} was made anew since. Move {path} away, and start again."
        )
    for part in PARTS:
        old = Path(f"{path}{part}")
        if old.exists():
            _move_aside(old, Path(f"{kept}{part}"), path, stamp)
    sync_folder(path.parent)
    _ready(path, stamp).rename(path)
    sync_folder(path.parent)


def _move_aside(old: Path, kept: Path, path: Path, stamp: str) -> None:
    """If not even the database can be moved, nothing is replaced."""
    try:
        old.rename(kept)
    except OSError:
        if old == path:
            _ready(path, stamp).unlink()
        raise


def _ready(path: Path, stamp: str) -> Path:
    return path.with_name(f"{path.name}{RESTORED}{stamp}")


def _kept(path: Path, stamp: str) -> Path:
    return path.with_name(f"{path.name}{REPLACED}{stamp}")


def _give_to_owner(new: Path, path: Path) -> None:
    """The new file belongs to whom the old one did, so that the bot can write it after root restored it. If
    there was none, it belongs to whom the folder does; only root can give files away."""
    exists = path.exists()
    before = (path if exists else path.parent).stat()
    if exists:
        new.chmod(before.st_mode & 0o777)
    if before.st_uid != new.stat().st_uid:
        try:
            shutil.chown(new, before.st_uid, before.st_gid)
        except PermissionError:
            if exists:
                raise
