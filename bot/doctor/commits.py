"""How long it takes until something is safely on the disk."""

import sqlite3
import time
from contextlib import closing
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from prometheus_client.parser import text_string_to_metric_families

from bot.doctor.finding import Finding, bad, look, ok

COMMITS = "commits"
NAME = "gauntlet_commit_seconds"
TRIES = 5
SLOW, TOO_SLOW = 0.05, 0.5
"""Seconds; Discord waits three for an answer, and a pick may have to wait for the commit before its own."""


def of_commits(seconds: float, source: str) -> Finding:
    sentence = f"A commit takes {1000 * seconds:.1f} ms ({source})."
    if seconds >= TOO_SLOW:
        return bad(COMMITS, f"{sentence} Move the database to a faster disk.")
    if seconds >= SLOW:
        return look(COMMITS, f"{sentence} A faster disk answers sooner.")
    return ok(COMMITS, sentence)


def measured_in(folder: Path) -> Finding:
    """Times commits of a small database of its own, which is gone afterwards."""
    try:
        with TemporaryDirectory(prefix=".gauntlet-doctor-", dir=folder) as place:
            return of_commits(_time(Path(place) / "try.db"), "measured beside the database")
    except PermissionError:
        return look(
            COMMITS, f"You may not write to {folder}, so it was not measured. Run this as the bot's user."
        )
    except (OSError, sqlite3.Error) as problem:
        return bad(COMMITS, f"Nothing can be written beside the database: {problem}. Check that disk.")


def _time(path: Path) -> float:
    times = []
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute("CREATE TABLE tries (number INTEGER)")
        for number in range(TRIES):
            began = time.perf_counter()
            connection.execute("INSERT INTO tries VALUES (?)", (number,))
            times.append(time.perf_counter() - began)
    return median(times)


def told_by(metrics: str) -> Finding | None:
    """What the running bot has measured; None if it has saved nothing yet."""
    told = {
        sample.name: sample.value
        for family in text_string_to_metric_families(metrics)
        for sample in family.samples
        if sample.name in {f"{NAME}_sum", f"{NAME}_count"}
    }
    count = told.get(f"{NAME}_count", 0.0)
    if not count:
        return None
    return of_commits(told[f"{NAME}_sum"] / count, f"the average of {count:,.0f} since the bot's start")
