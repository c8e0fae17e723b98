"""What the limits on challenges ask, as one transaction sees it."""

from collections.abc import Sequence
from typing import Any

from bot.database import Link
from bot.duels.duel import Duel, Status
from bot.storage import queries
from games.engine import value


@value
class Standing:
    """Counts the challenges that a person has made and the duels that they play, in all guilds."""

    challenges: int
    live: int


async def standings_of(connection: Link, one: int, two: int) -> tuple[Standing, Standing]:
    rows = await connection.execute(queries.STANDINGS, {"one": one, "two": two})
    return _standing(rows, one), _standing(rows, two)


async def standing_of(connection: Link, person: int) -> Standing:
    return (await standings_of(connection, person, person))[0]


def _standing(rows: Sequence[Any], person: int) -> Standing:
    statuses = [row.status for row in rows if row.person == person]
    return Standing(statuses.count(Status.CHALLENGE), statuses.count(Status.LIVE))


async def made_beside(connection: Link, challenge: Duel, within: float) -> bool:
    """Says whether the same person made another challenge so few seconds before this one, or after it."""
    asked = {
        "by": challenge.challenger,
        "after": challenge.created - within,
        "until": challenge.created + within,
    }
    return bool(await connection.execute(queries.MADE_BETWEEN, asked))


async def has_open_rematch(connection: Link, duel: int) -> bool:
    return (await connection.execute(queries.OPEN_REMATCH, {"of_duel": duel})).first() is not None


async def made_in_vain(connection: Link, challenge: Duel, within: float) -> int:
    """Counts the other challenges that the same person made to the same person in so many seconds before this
    one, if none of them was accepted."""
    asked = _pair(challenge) | {"after": challenge.created - within}
    return len(await connection.execute(queries.IN_VAIN, asked))


async def is_offered_again(connection: Link, rematch: Duel) -> bool:
    """Says whether the same person has offered another rematch of the same duel before."""
    asked = _pair(rematch) | {"of_duel": rematch.rematch_of, "not_before": rematch.rematch_of}
    return (await connection.execute(queries.OFFERED_BEFORE, asked)).first() is not None


def _pair(challenge: Duel) -> dict[str, int | None]:
    return {"by": challenge.challenger, "other": challenge.challenged, "this": challenge.id}
