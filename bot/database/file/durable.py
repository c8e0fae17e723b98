"""Makes sure that files and their names are on the disk, not only in the memory of the machine."""

import sys
from os import O_RDONLY, close, fsync
from os import open as open_raw
from pathlib import Path


def sync_file(path: Path) -> None:
    with path.open("rb+") as file:
        fsync(file.fileno())


def sync_folder(folder: Path) -> None:
    """After this, no name in the folder is as it was before; Windows does that by itself."""
    if sys.platform == "win32":
        return
    opened = open_raw(folder, O_RDONLY)
    try:
        fsync(opened)
    finally:
        close(opened)
