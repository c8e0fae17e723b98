"""Watches whether an SQLite file can be written: a disk can be full, or fail."""

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

log = logging.getLogger(__name__)

REASONS = {
    sqlite3.SQLITE_FULL: "The disk with the database is full.",
    sqlite3.SQLITE_IOERR: "The disk with the database fails.",
    sqlite3.SQLITE_READONLY: "The database can't be written to.",
    sqlite3.SQLITE_CORRUPT: "The database is damaged.",
}


class DiskWrites:
    def __init__(self) -> None:
        self.trouble: str | None = None

    @contextmanager
    def watched(self) -> Iterator[None]:
        """If a write in this block fails, `trouble` says why until a later write succeeds."""
        try:
            yield
        except Exception as problem:
            self._find_trouble(problem)
            raise
        if self.trouble is not None:
            log.info("the database can be written again")
            self.trouble = None

    def _find_trouble(self, problem: Exception) -> None:
        cause = problem.orig if isinstance(problem, DBAPIError) else problem
        reason = REASONS.get(getattr(cause, "sqlite_errorcode", 0) & 0xFF)
        if reason is not None and self.trouble is None:
            log.error("%s (%s)", reason, cause)
        self.trouble = reason or self.trouble
