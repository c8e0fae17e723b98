"""Keeps every other Gauntlet away from an SQLite file, by whatever name it opens the file.

Two locks are held. One is on a file beside it, PATH.lock, as in all versions. The other is on the file
itself, so it doesn't matter whether the name is a link or a bind mount.
"""

import sys
from os import O_RDONLY, close
from os import open as open_raw

from filelock import FileLock, Timeout

from bot.database.base import Unusable
from bot.database.file.presence import Identity, identity, real_path

if sys.platform == "linux":
    import fcntl

UNUSED = 1 << 60
"""The number of a byte on which SQLite never puts a lock."""
_held: set[Identity] = set()
"""The files that this process has locked. When a process closes a file, it loses all of SQLite's locks on it,
so such a file must not be opened a second time."""


class FileLocks:
    def __init__(self, path: str) -> None:
        self.path = real_path(path)
        self._typed = path
        self._beside = FileLock(f"{self.path}.lock", thread_local=False)
        self._file: int | None = None
        self._identity: Identity | None = None

    def take_name(self) -> None:
        """Takes the lock beside the file, which need not exist."""
        if self.path.is_dir():
            raise Unusable(f"{self._typed} is a folder. Name a file in it.")
        try:
            self._beside.acquire(blocking=False)
        except Timeout:
            raise self._refusal() from None

    def take_file(self) -> None:
        """Takes the lock on the file itself, if this system can; it ends when the process ends."""
        self._identity = identity(self.path)
        if self._identity is None or sys.platform != "linux":
            return
        if self._identity in _held:
            raise self._refusal()
        file = open_raw(self.path, O_RDONLY)
        if not _lock(file):
            close(file)
            raise self._refusal()
        _held.add(self._identity)
        self._file = file

    def release(self) -> None:
        """To be called after the last connection to the file was closed."""
        if self._file is not None and self._identity is not None:
            close(self._file)
            _held.discard(self._identity)
            self._file = None
        self._beside.release()

    def _refusal(self) -> Unusable:
        return Unusable(f"Another Gauntlet is running on {self._typed}. Stop it first, or use another file.")


def _lock(file: int) -> bool:
    """False if another process holds the file. True also where the lock can't be had: not every file system
    has it, and on some it would keep SQLite out."""
    if sys.platform != "linux":
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    if not _lets_sqlite_in(file):
        fcntl.flock(file, fcntl.LOCK_UN)
    return True


def _lets_sqlite_in(file: int) -> bool:
    """SQLite locks single bytes. Over a network, our lock may count as one on all bytes."""
    try:
        fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB, 1, UNUSED)
    except OSError:
        return False
    fcntl.lockf(file, fcntl.LOCK_UN, 1, UNUSED)
    return True
