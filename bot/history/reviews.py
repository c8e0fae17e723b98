"""Makes reviews of finished duels and their pictures beside the loop, and keeps the latest."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

from cachetools import LRUCache

from bot.duels.duel import OVER
from bot.history.history import Played
from bot.pictures.picture import ChancePicture
from bot.storage.storage import Storage
from games.engine import SEATS, Seat
from games.match import AnyMatch
from games.review.review import Review, review
from games.room import AnyRoom
from games.screen import Names

Draw: TypeAlias = Callable[[ChancePicture], Coroutine[Any, Any, bytes | None]]
Accuracies: TypeAlias = tuple[int | None, int | None]
"""The accuracy of each seat in percent; None for a seat that had nothing at stake."""
KEPT, KEPT_ACCURACIES = 32, 1000
"""How many of the latest reviews and accuracies are kept: players and spectators ask for the same ones."""
LAST = 10
"""How many duels a person's accuracy is taken from, the latest. A review takes up to a tenth of a second."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """Says how accurately a person has played lately: the mean over some of their last duels."""

    percent: int
    duels: int
    """How many of the duels said something about it."""


class Reviews:
    def __init__(self) -> None:
        self._reviews: LRUCache[tuple[int, Names], Review] = LRUCache(KEPT)
        """The reviews by duel and names, because a person who deletes their data gets another name."""
        self._accuracies: LRUCache[int, Accuracies] = LRUCache(KEPT_ACCURACIES)
        self._pictures: LRUCache[int, bytes] = LRUCache(KEPT)
        self._one_at_a_time = asyncio.Lock()
        self._shown: dict[int, int] = {}
        """Messages that wait for their picture, each with the press that it shows the answer to."""

    async def review(self, duel: int, match: AnyMatch, room: AnyRoom, names: Names) -> Review:
        """Returns the review of a finished duel; all who ask for it at once get the same one."""
        key = duel, names
        if key not in self._reviews:
            async with self._one_at_a_time:
                if key not in self._reviews:
                    self._reviews[key] = await asyncio.to_thread(review, match, room, names)
        made: Review = self._reviews[key]
        return made

    def kept(self, duel: int, names: Names) -> Review | None:
        """Returns the review of this duel, if it is made and kept."""
        found: Review | None = self._reviews.get((duel, names))
        return found

    async def accuracies(self, duel: int, match: AnyMatch, room: AnyRoom) -> Accuracies:
        """Returns how accurately both have played. More of these are kept than of reviews, and without
        names."""
        if duel not in self._accuracies:
            async with self._one_at_a_time:
                made = await asyncio.to_thread(review, match, room, ("", ""))
            first, second = (_accuracy(made, seat) for seat in SEATS)
            self._accuracies[duel] = first, second
        return self._accuracies[duel]

    async def accuracy(self, storage: Storage, person: int, latest: Sequence[Played]) -> Accuracy | None:
        """Returns how accurately a person has played in the latest of these duels, or None if nothing was at
        stake for them, or none can be reviewed."""
        found = [await self._accuracy_in(storage, person, played.duel) for played in latest[:LAST]]
        known = [each for each in found if each is not None]
        return Accuracy(round(sum(known) / len(known)), len(known)) if known else None

    async def _accuracy_in(self, storage: Storage, person: int, number: int) -> int | None:
        try:
            duel = await storage.duel(number)
        except ValueError:  # of an edition that no version knows any more
            return None
        if duel is None or duel.match is None or duel.status not in OVER or duel.room.judge is None:
            return None
        seat = duel.seat_of(person)
        return None if seat is None else (await self.accuracies(duel.id, duel.match, duel.room))[seat]

    async def picture(self, duel: int, made: Review, draw: Draw) -> bytes | None:
        """Draws the course of the match as a PNG; None if it never swung, or if it could not be drawn, and
        then the next request tries again."""
        if not made.swung:
            return None
        png: bytes | None = self._pictures.get(duel)
        if png is None and (png := await draw(picture_of(made))) is not None:
            self._pictures[duel] = png
        return png

    def forget(self) -> None:
        """Drops all reviews, with the names in them; who asks again gets a new one."""
        self._reviews.clear()

    @contextmanager
    def awaiting_picture(self, message: int, press: int) -> Iterator[Callable[[], bool]]:
        """Tells whether the message still shows the answer to this press."""
        self._shown[message] = press
        try:
            yield lambda: self._shown.get(message) == press
        finally:
            if self._shown.get(message) == press:
                del self._shown[message]

    def turned(self, message: int | None) -> None:
        """Notes that the person has gone on to another page: a picture would come too late."""
        if message is not None:
            self._shown.pop(message, None)


def _accuracy(made: Review, seat: Seat) -> int | None:
    picks = (pick for turn in made.turns for pick in turn.picks if pick.seat == seat)
    return made.sides[seat].accuracy if any(pick.stake for pick in picks) else None


def picture_of(made: Review) -> ChancePicture:
    return ChancePicture(made.course, made.turning, made.unit)
