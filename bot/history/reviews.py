"""Makes reviews of finished duels and their pictures in the background, and keeps the latest."""

import asyncio
from collections.abc import Callable, Coroutine, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, Generic, TypeAlias, TypeVar

from bot.pictures.picture import ChancePicture
from games.engine import SEATS, Seat
from games.match import AnyMatch
from games.review.review import Review, review
from games.room import AnyRoom
from games.screen import Names

T = TypeVar("T")
Draw: TypeAlias = Callable[[ChancePicture], Coroutine[Any, Any, bytes | None]]
Accuracies: TypeAlias = tuple[int | None, int | None]
"""By seat, in percent; None for a seat that had nothing at stake."""
KEPT = 32
"""How many of the latest reviews are kept: players and spectators ask for the same one."""
KEPT_ACCURACIES = 1000


class Reviews:
    def __init__(self) -> None:
        self._reviews: Latest[Review] = Latest(KEPT)
        self._accuracies: Latest[Accuracies] = Latest(KEPT_ACCURACIES)
        self._pictures: Latest[bytes | None] = Latest(KEPT)
        self._one_at_a_time = asyncio.Semaphore(1)
        self._shown: dict[int, int] = {}
        """Messages that wait for their picture, each with the press that it shows the answer to."""

    async def review(self, duel: int, match: AnyMatch, room: AnyRoom, names: Names) -> Review:
        """Names are part of the key, because a person who deletes their data gets another name."""
        return await self._reviews.get((duel, names), self._make(match, room, names))

    async def accuracies(self, duel: int, match: AnyMatch, room: AnyRoom) -> Accuracies:
        """How accurately both have played. These are kept longer than reviews, and without names."""
        return await self._accuracies.get(duel, self._weigh(match, room))

    def kept(self, duel: int, names: Names) -> Review | None:
        """The review of this duel, if it is made and kept."""
        return self._reviews.ready((duel, names))

    async def picture(self, duel: int, made: Review, draw: Draw) -> bytes | None:
        """A PNG of the course of the match; None if it never swung, or if it could not be drawn, and then the
        next request tries again."""
        if not made.swung:
            return None
        png = await self._pictures.get(duel, draw(picture_of(made)))
        if png is None:
            self._pictures.drop(duel)
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
        """The person has gone on to another page: a picture would come too late."""
        if message is not None:
            self._shown.pop(message, None)

    async def _make(self, match: AnyMatch, room: AnyRoom, names: Names) -> Review:
        async with self._one_at_a_time:
            return await asyncio.to_thread(review, match, room, names)

    async def _weigh(self, match: AnyMatch, room: AnyRoom) -> Accuracies:
        made = await self._make(match, room, ("", ""))
        first, second = (_accuracy(made, seat) for seat in SEATS)
        return first, second


def _accuracy(made: Review, seat: Seat) -> int | None:
    picks = (pick for turn in made.turns for pick in turn.picks if pick.seat == seat)
    return made.sides[seat].accuracy if any(pick.stake for pick in picks) else None


def picture_of(made: Review) -> ChancePicture:
    return ChancePicture(made.course, made.turning, made.unit)


class Latest(Generic[T]):
    """Keeps the results of the latest tasks by key; requests for one key share one task."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._made: dict[Hashable, asyncio.Task[T]] = {}

    async def get(self, key: Hashable, making: Coroutine[Any, Any, T]) -> T:
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.create_task(making)
            task.add_done_callback(lambda done: self._drop_if_failed(key, done))
            while len(self._made) > self._size:
                del self._made[next(iter(self._made))]
        else:
            making.close()
        return await asyncio.shield(task)

    def ready(self, key: Hashable) -> T | None:
        """The result for a key, if it is there."""
        task = self._made.get(key)
        done = task is not None and task.done() and not task.cancelled() and task.exception() is None
        return task.result() if task is not None and done else None

    def drop(self, key: Hashable) -> None:
        self._made.pop(key, None)

    def clear(self) -> None:
        self._made.clear()

    def _drop_if_failed(self, key: Hashable, done: asyncio.Task[T]) -> None:
        if (done.cancelled() or done.exception()) and self._made.get(key) is done:
            del self._made[key]
