"""Looks into an SQLite file before it is used: is every page of it whole, and is it Gauntlet's?

This takes about half a second of processor time for every hundred thousand duels. Nothing is written: a
damaged file may be the only copy.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from sqlalchemy import Connection, NullPool, create_engine

from bot.database.base import Unusable
from bot.database.upgrade import Owner, refusal, step_of, whose

WHOLE = "ok"
ADVICE = (
    "Nothing was changed. Bring back a backup with `gauntlet restore COPY`, or save what can be read with "
    "sqlite3's .recover."
)
BESIDE = ("-wal", "-journal")
"""What SQLite adds to a file's name for changes that are not yet in the file."""


def check_file(path: Path, *, thoroughly: bool = False, advice: str = ADVICE) -> str | None:
    """The step of the file's schema; None if there is no file yet, or nothing in it."""
    if not path.exists():
        return None
    flaw = first_flaw(path, thoroughly=thoroughly)
    if flaw is not None:
        raise Unusable(f"The database {path} is damaged ({flaw}). {advice}")
    return _step_of(path)


def _step_of(path: Path) -> str | None:
    with looked_into(path) as connection:
        if sentence := refusal(connection):
            raise Unusable(f"Can't use {path}. {sentence}")
        return step_of(connection) if whose(connection) is Owner.OURS else None


@contextmanager
def looked_into(path: Path) -> Iterator[Connection]:
    """A connection that changes neither the file nor what lies beside it."""
    engine = create_engine(
        "sqlite://", creator=lambda: _connect(path), poolclass=NullPool, hide_parameters=True
    )
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(read_only(path), uri=True, check_same_thread=False)


def read_only(path: Path) -> str:
    """How SQLite opens the file to read it. A file without changes beside it is read as it is; otherwise
    SQLite would leave empty files there."""
    beside = any(Path(f"{path}{end}").exists() for end in BESIDE)
    how = "mode=ro" if beside else "immutable=1"
    return f"file:{quote(str(path))}?{how}"


def first_flaw(path: Path, *, thoroughly: bool) -> str | None:
    """What SQLite finds wrong with the file; None if it is whole. A thorough look compares indexes too."""
    check = "integrity_check" if thoroughly else "quick_check"
    try:
        with closing(_connect(path)) as connection:
            (found,) = connection.execute(f"PRAGMA {check}(1)").fetchone()
    except sqlite3.DatabaseError as problem:
        if isinstance(problem, sqlite3.OperationalError):
            raise
        return str(problem)
    return None if found == WHOLE else " ".join(str(found).split())
