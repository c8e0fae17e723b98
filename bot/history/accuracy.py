"""How accurately somebody has played lately: the mean over the reviews of their last duels.

A review takes up to a tenth of a second of a processor, and what it says of a duel never changes. So only a
few of the latest duels are looked at, and the numbers are kept.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.duels.duel import OVER
from bot.history.history import Played
from bot.history.reviews import Reviews
from bot.storage.storage import Storage

LAST = 10
"""Duels that are looked at."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    percent: int
    duels: int
    """How many of the duels said something about it."""


async def accuracy(
    storage: Storage, reviews: Reviews, person: int, latest: Sequence[Played]
) -> Accuracy | None:
    """None if nothing was at stake for this person in any of them, or none can be reviewed."""
    found = [await _in(storage, reviews, person, played.duel) for played in latest[:LAST]]
    known = [each for each in found if each is not None]
    return Accuracy(round(sum(known) / len(known)), len(known)) if known else None


async def _in(storage: Storage, reviews: Reviews, person: int, number: int) -> int | None:
    try:
        duel = await storage.duel(number)
    except ValueError:  # of an edition that no version knows any more
        return None
    if duel is None or duel.match is None or duel.status not in OVER or duel.room.judge is None:
        return None
    seat = duel.seat_of(person)
    return None if seat is None else (await reviews.accuracies(duel.id, duel.match, duel.room))[seat]
