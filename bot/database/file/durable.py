"""Makes sure that files and their names are on the disk, not only in the memory of the machine."""

import errno
import sys
from os import O_RDONLY, close, fsync
from os import open as open_raw
from pathlib import Path

BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite adds to a database's name for the files beside it: its log, the index of that log, and notes on
how to undo what was half written."""
UNSUPPORTED = {errno.EINVAL, errno.ENOTSUP, errno.EOPNOTSUPP}
"""What some network drives answer when a folder is to be written to the disk."""


def sync_file(path: Path) -> None:
    with path.open("rb+") as file:
        fsync(file.fileno())


def discard(path: Path) -> None:
    """Deletes a database that is not complete, and before it what SQLite left beside it."""
    for end in (*BESIDE, ""):
        path.with_name(f"{path.name}{end}").unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """After this, no name in the folder is as it was before; Windows does that by itself."""
    if sys.platform == "win32":
        return
    opened = open_raw(folder, O_RDONLY)
    try:
        fsync(opened)
    except OSError as problem:
        if problem.errno not in UNSUPPORTED:
            raise
    finally:
        close(opened)
