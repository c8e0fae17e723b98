"""Saves picks and endings on PostgreSQL.

If exactly the same entry is there already, it is our own: the server had saved it, but the connection broke
before it could answer.
"""

from collections.abc import Sequence
from typing import Any

from asyncpg import Connection

from bot.storage.entries import Entry, Pick

APPEND_ONE = """
INSERT INTO picks (duel, turn, seat, token, at, closes)
SELECT id, $2::integer, $3::integer, $4::text, $5::float8, $6::boolean
FROM duels WHERE id = $1::bigint AND status = 'live' FOR SHARE
ON CONFLICT DO NOTHING
"""
GIVEN = """
unnest($1::bigint[], $2::integer[], $3::integer[], $4::text[], $5::float8[], $6::boolean[])
    AS given (duel, turn, seat, token, at, closes)
"""
APPEND = f"""
WITH live AS (SELECT id FROM duels WHERE id = ANY($1) AND status = 'live' ORDER BY id FOR SHARE)
INSERT INTO picks (duel, turn, seat, token, at, closes)
SELECT given.* FROM {GIVEN} JOIN live ON live.id = given.duel
ON CONFLICT DO NOTHING
RETURNING duel, turn, seat
"""  # noqa: S608 - made of constants only
OURS = f"""
SELECT duel, turn, seat FROM {GIVEN} JOIN picks USING (duel, turn, seat, token, at, closes)
"""  # noqa: S608

ENDED = """
unnest($1::bigint[], $2::text[], $3::integer[], $4::text[], $5::float8[])
    AS given (id, status, winner, reason, ended)
"""
END = f"""
UPDATE duels SET status = given.status, winner = given.winner, reason = given.reason, ended = given.ended,
    untold = TRUE
FROM {ENDED} WHERE duels.id = given.id AND duels.status = 'live'
RETURNING duels.id
"""  # noqa: S608
END_ONE = f"""
WITH live AS (SELECT id FROM duels WHERE id = $7::bigint AND status = 'live' FOR NO KEY UPDATE),
saved AS (
    INSERT INTO picks (duel, turn, seat, token, at, closes)
    SELECT given.* FROM {GIVEN} JOIN live ON live.id = given.duel
    ON CONFLICT DO NOTHING
    RETURNING 1
)
UPDATE duels SET status = $8::text, winner = $9::integer, reason = $10::text, ended = $11::float8,
    untold = TRUE
FROM live WHERE duels.id = live.id AND (SELECT count(*) FROM saved) = cardinality($1)
"""  # noqa: S608
"""Saves the last picks of a duel, and ends it if all of them are new. It locks the duel first: a statement
sees rows as they were when it began, but a locked row as it is."""
ENDED_BY_US = f"SELECT id FROM {ENDED} JOIN duels USING (id, status, reason, ended)"  # noqa: S608


async def append(link: Connection, entries: Sequence[Entry]) -> list[bool]:
    """Without endings this is one statement, which commits itself, and so is a single ending; otherwise it is
    a transaction."""
    if all(entry.ending is None for entry in entries):
        return await _append(link, entries)
    if len(entries) == 1 and await _end_one(link, entries[0]):
        return [True]
    async with link.transaction():
        kept = await _append(link, entries)
        ending = [entry for entry, ok in zip(entries, kept, strict=True) if ok and entry.ending]
        ended = await _end(link, ending)
        return [
            ok and (entry.ending is None or entry.duel in ended)
            for entry, ok in zip(entries, kept, strict=True)
        ]


async def _append(link: Connection, entries: Sequence[Entry]) -> list[bool]:
    picks = [pick for entry in entries for pick in entry.picks]
    if not picks:
        return [True for _ in entries]
    saved = await _insert(link, picks)
    if len(saved) < len(picks):
        missing = [pick for pick in picks if pick.key not in saved]
        saved |= {tuple(row) for row in await link.fetch(OURS, *_columns(missing))}
    return [all(pick.key in saved for pick in entry.picks) for entry in entries]


async def _insert(link: Connection, picks: Sequence[Pick]) -> set[tuple[int, ...]]:
    """Returns the keys of the picks that were not there before. Most often there is one pick, and the driver
    takes much longer to send it in arrays."""
    if len(picks) > 1:
        return {tuple(row) for row in await link.fetch(APPEND, *_columns(picks))}
    status = await link.execute(APPEND_ONE, *picks[0].row)
    return {picks[0].key} if status == "INSERT 0 1" else set()


async def _end_one(link: Connection, entry: Entry) -> bool:
    """If this is False, some of the picks may be saved: only a transaction can tell why it did not end."""
    given = *_columns(entry.picks), *_end_of(entry)
    return bool(await link.execute(END_ONE, *given) == "UPDATE 1")


async def _end(link: Connection, entries: Sequence[Entry]) -> set[int]:
    given = [_end_of(entry) for entry in entries]
    if not given:
        return set()
    columns: list[list[Any]] = [list(column) for column in zip(*given, strict=True)]
    ended = {row["id"] for row in await link.fetch(END, *columns)}
    if len(ended) < len(given):
        ended |= {row["id"] for row in await link.fetch(ENDED_BY_US, *columns)}
    return ended


def _end_of(entry: Entry) -> tuple[Any, ...]:
    ending = entry.ending
    if ending is None:
        raise ValueError("this entry ends no duel")
    return entry.duel, entry.status, ending.winner, ending.reason, ending.at


def _columns(picks: Sequence[Pick]) -> list[list[Any]]:
    columns = zip(*(pick.row for pick in picks), strict=True) if picks else ((),) * 6
    return [list(column) for column in columns]
