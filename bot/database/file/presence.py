"""Watches whether an open SQLite file is still in its place: it can be deleted or replaced."""

from errno import ELOOP
from pathlib import Path
from typing import TypeAlias

from bot.database.base import Unusable

Identity: TypeAlias = tuple[int, int]
GONE = (
    "The database file was deleted or replaced. Stop the bot, put the file back or restore a backup, and "
    "start it again."
)
LOG = "-wal"
"""What SQLite adds to a file's name for the log that holds the newest changes."""


class Replaced(Exception):  # noqa: N818 - named after what happened to the file
    """What is written now is lost: no name leads to the open file."""


class Presence:
    """Remembers which files are open: the database, and the log beside it."""

    def __init__(self, path: Path) -> None:
        log = path.resolve().with_name(f"{path.resolve().name}{LOG}")
        names = (str(path.absolute()), str(log))
        self._open = [(name, found) for name in names if (found := identity(name))]

    @property
    def is_whole(self) -> bool:
        """This takes a few microseconds, so every commit asks before and after."""
        for name, found in self._open:  # noqa: SIM110 - `all` takes twice as long
            if identity(name) != found:
                return False
        return True

    def require(self) -> None:
        if not self.is_whole:
            raise Replaced(GONE)


def real_path(path: str) -> Path:
    """Returns the path without links."""
    try:
        Path(path).stat()
    except OSError as problem:
        if problem.errno == ELOOP:
            raise Unusable(
                f"{path} is a link that leads back to itself. Name the file that is meant."
            ) from None
    return Path(path).resolve()


def identity(path: Path | str) -> Identity | None:
    """The same for all names of one file, and different for any two files; None if there is no file."""
    try:
        found = Path(path).stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
