"""Writes what counting a duel changes. A server gets all of it in one request, to save time on the way."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, insert, text, update

from bot.database import Link
from bot.database.prepared import prepared
from bot.database.schema import duels, ratings, results
from bot.database.upsert import upsert
from bot.ratings import counts
from bot.ratings.counts import Key

_NUMBER = prepared(update(duels).where(duels.c.id == bindparam("of_duel")))
_ADD_RESULTS = prepared(insert(results))
_NEW = upsert(ratings)
_SAVE_RATINGS = prepared(
    _NEW.on_conflict_do_update(
        index_elements=[*ratings.primary_key.columns],
        set_={each.name: _NEW.excluded[each.name] for each in ratings.columns if not each.primary_key},
    )
)
_ALL_AT_ONCE = prepared(
    text("""
WITH numbered AS (UPDATE duels SET counted = :number WHERE id = :of_duel),
added AS (
    INSERT INTO results
    SELECT * FROM json_populate_recordset(NULL::results, CAST(CAST(:results AS text) AS json))
),
rated AS (
    INSERT INTO ratings
    SELECT * FROM json_populate_recordset(NULL::ratings, CAST(CAST(:ratings AS text) AS json))
    ON CONFLICT (guild, game, season, person) DO UPDATE SET
        mu = excluded.mu, sigma = excluded.sigma, provisional = excluded.provisional,
        shown = excluded.shown, wins = excluded.wins, losses = excluded.losses
),
given AS (
    SELECT change.*, coalesce(rating_counts.people, 0) + change.people AS total
    FROM json_populate_recordset(NULL::rating_counts, CAST(CAST(:counts AS text) AS json)) AS change
    LEFT JOIN rating_counts USING (guild, game, season, width, provisional, lowest)
),
gone AS (
    DELETE FROM rating_counts AS stored USING given
    WHERE stored.guild = given.guild AND stored.game = given.game AND stored.season = given.season
        AND stored.width = given.width AND stored.provisional = given.provisional
        AND stored.lowest = given.lowest AND given.total <= 0
)
INSERT INTO rating_counts (guild, game, season, width, provisional, lowest, people)
SELECT guild, game, season, width, provisional, lowest, people FROM given WHERE total > 0
ON CONFLICT (guild, game, season, width, provisional, lowest)
    DO UPDATE SET people = rating_counts.people + excluded.people
""")
)
"""For PostgreSQL. It sees the counts as they were before, so it adds to them itself to find those that are
gone. Nobody else changes them meanwhile: who does has the lock of the guild."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A duel, its number among those of its guild, and the rows that it adds or changes."""

    guild: int
    duel: int
    number: int
    results: Sequence[Mapping[str, Any]]
    ratings: Sequence[Mapping[str, Any]] = ()
    people: Mapping[Key, int] = field(default_factory=dict)
    """What has to be added to the counts."""


async def write(connection: Link, counted: Counted) -> None:
    if connection.dialect.name == "postgresql":
        await _write_at_once(connection, counted)
        return
    await connection.execute(_NUMBER, {"of_duel": counted.duel, "counted": counted.number})
    await connection.execute(_ADD_RESULTS, [*counted.results])
    if counted.ratings:
        await connection.execute(_SAVE_RATINGS, [*counted.ratings])
    await counts.add(connection, counted.guild, counted.people)


async def _write_at_once(connection: Link, counted: Counted) -> None:
    """As JSON, because the driver takes many times as long for arrays."""
    rows = {
        "results": counted.results,
        "ratings": counted.ratings,
        "counts": counts.rows_of(counted.guild, counted.people),
    }
    given = {"of_duel": counted.duel, "number": counted.number}
    await connection.execute(_ALL_AT_ONCE, given | {name: json.dumps(each) for name, each in rows.items()})
