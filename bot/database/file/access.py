"""Whether the user of this process may write a file; nothing is opened for that."""

from os import W_OK, access
from pathlib import Path


def may_write(path: Path) -> bool:
    """Also False if there is no such file, or if its disk is mounted read-only."""
    return access(path, W_OK)
