"""What SQLite keeps beside a file that is no log yet: notes on how to undo a change that is half written."""

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

JOURNAL = "-journal"


def undo_half_written(path: Path) -> None:
    """Undoes the change in whose middle a program was killed, as SQLite does for whoever may write. To be
    called with the lock of the file."""
    notes = path.with_name(f"{path.name}{JOURNAL}")
    if not path.exists() or not notes.exists() or not notes.stat().st_size:
        return
    with closing(sqlite3.connect(f"file:{quote(str(path))}?mode=rw", uri=True)) as connection:
        try:
            connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            return  # a damaged file, which is refused with a sentence by whoever looks into it next


def keep_log(path: Path) -> None:
    """Makes SQLite write changes to a log beside the file. Nobody else may use the file yet."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA journal_mode = WAL")
