"""Saves picks and endings in an SQLite file."""

import json
import sqlite3
from collections.abc import Sequence

from bot.duels.duel import Ending
from bot.storage.entries import Entry

APPEND_ONE = """
INSERT INTO picks (duel, turn, seat, token, at, closes) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
"""
APPEND = """
INSERT INTO picks (duel, turn, seat, token, at, closes)
SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
       json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]')
FROM json_each(?) WHERE true
ON CONFLICT DO NOTHING
RETURNING duel, turn, seat
"""
END = """
UPDATE duels SET status = ?, winner = ?, reason = ?, ended = ?, untold = TRUE
WHERE id = ? AND status = 'live'
"""


def append(driver: sqlite3.Connection, entries: Sequence[Entry]) -> list[bool]:
    """Without endings this is one statement, which commits itself; otherwise it is a transaction."""
    if all(entry.ending is None for entry in entries):
        return _append(driver, entries)
    driver.execute("BEGIN IMMEDIATE")
    try:
        kept = _append_then_end(driver, entries)
        driver.execute("COMMIT")
    except BaseException:
        if driver.in_transaction:  # SQLite rolls back by itself when the disk is full
            driver.execute("ROLLBACK")
        raise
    return kept


def _append_then_end(driver: sqlite3.Connection, entries: Sequence[Entry]) -> list[bool]:
    kept = _append(driver, entries)
    for number, entry in enumerate(entries):
        if kept[number] and entry.ending is not None:
            kept[number] = _end(driver, entry, entry.ending)
    return kept


def _append(driver: sqlite3.Connection, entries: Sequence[Entry]) -> list[bool]:
    picks = [pick for entry in entries for pick in entry.picks]
    if not picks:
        return [True for _ in entries]
    if len(picks) == 1:
        is_new = driver.execute(APPEND_ONE, picks[0].row).rowcount == 1
        return [is_new or not entry.picks for entry in entries]
    new = {*driver.execute(APPEND, (json.dumps([pick.row for pick in picks]),))}
    return [all(pick.key in new for pick in entry.picks) for entry in entries]


def _end(driver: sqlite3.Connection, entry: Entry, ending: Ending) -> bool:
    values = (entry.status, ending.winner, ending.reason, ending.at, entry.duel)
    return driver.execute(END, values).rowcount == 1
