"""An SQLite file as a program leaves it that is killed in the middle of a change."""

import sqlite3
from contextlib import closing
from pathlib import Path

NOTES = 2000
"""So many that SQLite writes some of them to the file before the change is complete."""


def interrupt_a_change(path: Path) -> None:
    """Adds notes, then leaves a change to all of them half written, and beside it how to undo it."""
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute("PRAGMA cache_size = 5")
        connection.execute("BEGIN")
        connection.executemany(
            "INSERT INTO notes (key, value) VALUES (?, ?)", [(f"n{n}", "x" * 200) for n in range(NOTES)]
        )
        connection.execute("COMMIT")
        connection.execute("BEGIN")
        connection.execute("UPDATE notes SET value = 'y' || value")
        left = {name: name.read_bytes() for name in (path, journal_of(path))}
        connection.execute("ROLLBACK")
    for name, content in left.items():
        name.write_bytes(content)


def journal_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-journal")


def notes_in(path: Path) -> set[str]:
    """The first letters of all notes in a file that is whole."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return {value[:1] for (value,) in connection.execute("SELECT value FROM notes WHERE key LIKE 'n%'")}
