"""Makes sure that files and their names are on the disk, not only in the memory of the machine."""

import sys
from os import O_RDONLY, close, fsync
from os import open as open_raw
from pathlib import Path

JOURNAL = "-journal"


def sync_file(path: Path) -> None:
    with path.open("rb+") as file:
        fsync(file.fileno())


def discard(path: Path) -> None:
    """Deletes a database that is not complete, and SQLite's notes on how to undo what was written to it."""
    for each in (path, path.with_name(f"{path.name}{JOURNAL}")):
        each.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """After this, no name in the folder is as it was before; Windows does that by itself."""
    if sys.platform == "win32":
        return
    opened = open_raw(folder, O_RDONLY)
    try:
        fsync(opened)
    finally:
        close(opened)
