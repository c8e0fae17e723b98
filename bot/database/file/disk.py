"""Watches whether an SQLite file can be written: a disk can be full, or fail, or lose the file."""

import errno
import logging
import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf
from typing import Self

from sqlalchemy.exc import DBAPIError

from bot.database.base import Unusable
from bot.database.file.presence import GONE, Presence, Replaced

log = logging.getLogger(__name__)

PRIMARY = 0xFF
"""The part of SQLite's error codes that says what has happened; the rest says where."""
REASONS = {
    sqlite3.SQLITE_FULL: "The disk with the database is full.",
    sqlite3.SQLITE_IOERR: "The disk with the database fails.",
    sqlite3.SQLITE_READONLY: "The database can't be written to.",
    sqlite3.SQLITE_CANTOPEN: "The database can't be written to.",
    sqlite3.SQLITE_CORRUPT: "The database is damaged.",
}
FULL = "The disk with {} is full. Make room on it and try again."
PROTECTED = (
    "{} can't be written. Give it and its folder to the user that runs the bot, and check that the disk is "
    "not mounted read-only."
)
WHAT_TO_DO = {
    sqlite3.SQLITE_READONLY_ROLLBACK: (
        "A program was killed in the middle of a change to {}. Start the bot on it once, which undoes that "
        "change, and try again."
    ),
    sqlite3.SQLITE_FULL: FULL,
    sqlite3.SQLITE_READONLY: PROTECTED,
    sqlite3.SQLITE_CANTOPEN: PROTECTED,
    sqlite3.SQLITE_PERM: PROTECTED,
    sqlite3.SQLITE_BUSY: "Another program is writing to {}. Wait until it is done, or stop it.",
}
WHAT_TO_DO_ABOUT = {
    errno.ENOSPC: FULL,
    errno.EDQUOT: FULL,
    errno.EACCES: PROTECTED,
    errno.EPERM: PROTECTED,
    errno.EROFS: PROTECTED,
}


class DiskWrites:
    def __init__(self, presence: Presence) -> None:
        self._presence = presence
        self._trouble: str | None = None
        self._succeeded = -inf

    @property
    def trouble(self) -> str | None:
        return self._trouble if self._presence.is_whole else GONE

    @property
    def age(self) -> float:
        """How many seconds ago a write succeeded."""
        return time.monotonic() - self._succeeded

    def watched(self) -> Self:
        """If a write in this block fails, or the file is gone before or after it, this raises an error, and
        `trouble` says why until a later write succeeds."""
        return self

    def __enter__(self) -> None:
        self._require()

    def __exit__(self, _kind: object, problem: BaseException | None, _trace: object) -> None:
        if problem is None:
            self._require()
            self._succeed()
        elif isinstance(problem, Exception):
            self._find_trouble(problem)

    def _require(self) -> None:
        try:
            self._presence.require()
        except Replaced as problem:
            self._find_trouble(problem)
            raise

    def _succeed(self) -> None:
        self._succeeded = time.monotonic()
        if self._trouble is not None:
            log.info("the database can be written again")
            self._trouble = None

    def _find_trouble(self, problem: Exception) -> None:
        reason = GONE if isinstance(problem, Replaced) else REASONS.get(_code(problem))
        if reason is not None and reason != self._trouble:
            log.error("%s (%s)", reason, type(problem).__name__ if reason == GONE else _cause(problem))
        self._trouble = reason or self._trouble


@contextmanager
def explained(path: object) -> Iterator[None]:
    """Turns the errors of a disk and of SQLite into a sentence that says what to do."""
    try:
        yield
    except OSError as problem:
        said = WHAT_TO_DO_ABOUT.get(problem.errno or 0, f"Can't use {{}}: {problem.strerror or problem}.")
        raise Unusable(said.replace("{}", str(path))) from None
    except (sqlite3.Error, DBAPIError) as problem:
        otherwise = WHAT_TO_DO.get(_code(problem), f"Can't use {{}}: {_cause(problem)}.")
        said = WHAT_TO_DO.get(_exact_code(problem), otherwise)
        raise Unusable(said.replace("{}", str(path))) from None


def _cause(problem: Exception) -> BaseException | None:
    return problem.orig if isinstance(problem, DBAPIError) else problem


def _code(problem: Exception) -> int:
    """SQLite's primary result code."""
    return _exact_code(problem) & PRIMARY


def _exact_code(problem: Exception) -> int:
    code: int = getattr(_cause(problem), "sqlite_errorcode", 0)
    return code
