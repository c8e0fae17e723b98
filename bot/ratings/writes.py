"""Writes what counting a duel changes. A server gets all of it in one request, to save time on the way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import bindparam, insert, update

from bot.database import Link
from bot.database.schema import duels, ratings, results
from bot.database.upsert import upsert
from bot.ratings import counts
from bot.ratings.counts import Key

_NUMBER = update(duels).where(duels.c.id == bindparam("of_duel"))
_ADD_RESULTS = insert(results)
_NEW = upsert(ratings)
_SAVE_RATINGS = _NEW.on_conflict_do_update(
    index_elements=[*ratings.primary_key.columns],
    set_={each.name: _NEW.excluded[each.name] for each in ratings.columns if not each.primary_key},
)


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
    await connection.execute(_NUMBER, {"of_duel": counted.duel, "counted": counted.number})
    await connection.execute(_ADD_RESULTS, [*counted.results])
    if counted.ratings:
        await connection.execute(_SAVE_RATINGS, [*counted.ratings])
    await counts.add(connection, counted.guild, counted.people)
