"""Decides which board is painted next: one at a time in each channel, the most urgent first.

Discord takes few edits of a channel. So boards wait here, not on their way to Discord, and show the latest
state when they are sent.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from enum import Enum, IntEnum, auto
from typing import NamedTuple, TypeAlias

from bot.ui.painting.rates import BoardRate
from bot.ui.wire.buckets import EDITS, POSTS, Buckets


class Urgency(IntEnum):
    END = 0
    TURN = 1
    MARK = 2
    """Somebody has picked, or voted."""


class Way(Enum):
    EDIT = auto()
    POST = auto()
    """The channel takes no edits for too long: a new board replaces the old one."""


URGENCIES = tuple(Urgency)
KEPT = {Urgency.END: 0, Urgency.TURN: 1, Urgency.MARK: 2}
"""How many requests of a channel's window are left to boards that are more urgent."""
MANY_ENDS = 5
"""If more ends than these wait for a channel that takes no edits, some would be very late."""


class Turn(NamedTuple):
    """One board of this channel may be painted in this way."""

    channel: int
    way: Way


Begin: TypeAlias = Callable[[int, Turn], bool]
"""Is told which board may be painted now; returns False if nobody waits for that any more."""


class Line:
    """The boards of one channel that wait. What waits twice for the same board has both its turns."""

    __slots__ = ("_queues", "channel", "is_taken", "timer")

    def __init__(self, channel: int) -> None:
        self.channel = channel
        self.is_taken = False
        """Whether one of its boards is being painted."""
        self.timer: asyncio.TimerHandle | None = None
        self._queues: tuple[dict[int, list[Begin]], ...] = tuple({} for _ in URGENCIES)

    def add(self, board: int, urgency: Urgency, begin: Begin) -> None:
        self._queues[urgency].setdefault(board, []).append(begin)

    def remove(self, board: int, begin: Begin) -> None:
        for queue in self._queues:
            if begin in queue.get(board, ()):
                queue[board].remove(begin)
                if not queue[board]:
                    del queue[board]

    def promote(self, board: int, urgency: Urgency) -> bool:
        """Whether this board waited for something less urgent."""
        waited = False
        for queue in self._queues[urgency + 1 :]:
            for begin in queue.pop(board, ()):
                self.add(board, urgency, begin)
                waited = True
        return waited

    def first(self) -> Urgency | None:
        """How urgent the most urgent one is."""
        for urgency, queue in zip(URGENCIES, self._queues, strict=True):
            if queue:
                return urgency
        return None

    def count(self, urgency: Urgency) -> int:
        return len(self._queues[urgency])

    def admit(self, urgency: Urgency, way: Way) -> bool:
        """Whether the first board is painted now."""
        board, begins = next(iter(self._queues[urgency].items()))
        begin = begins.pop(0)
        if not begins:
            del self._queues[urgency][board]
        self.is_taken = begin(board, Turn(self.channel, way))
        return self.is_taken


class Gate:
    """A channel has a line only while a board waits or is painted there."""

    def __init__(self, rate: BoardRate, buckets: Buckets) -> None:
        self._rate = rate
        self._buckets = buckets
        self._lines: dict[int, Line] = {}
        self._ready: dict[Urgency, OrderedDict[int, Line]] = {urgency: OrderedDict() for urgency in Urgency}
        """The channels that take a request now."""
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """How many channels have a line."""
        return len(self._lines)

    def enter(self, channel: int, board: int, urgency: Urgency, begin: Begin) -> None:
        """Calls `begin` when this board may be painted; no other one of the channel is then painted until
        `leave`."""
        line = self._lines.get(channel)
        if line is None:
            line = self._lines[channel] = Line(channel)
        line.add(board, urgency, begin)
        self._look(line)

    def leave(self, channel: int) -> None:
        """The board that was let in is painted."""
        line = self._lines[channel]
        line.is_taken = False
        self._look(line)

    @asynccontextmanager
    async def turn(self, channel: int, board: int, urgency: Urgency) -> AsyncIterator[Way]:
        """Begins when this board may be painted; no other one of the channel is painted until it ends."""
        admitted: asyncio.Future[Way] = asyncio.get_running_loop().create_future()

        def begin(_board: int, turn: Turn) -> bool:
            if not admitted.done():
                admitted.set_result(turn.way)
            return not admitted.cancelled()

        self.enter(channel, board, urgency, begin)
        try:
            yield await admitted
        finally:
            if admitted.done() and not admitted.cancelled():
                self.leave(channel)
            else:
                self._give_up(channel, board, begin)

    def promote(self, channel: int, board: int, urgency: Urgency) -> None:
        """A waiting board has something more urgent to show now."""
        line = self._lines.get(channel)
        if line is not None and line.promote(board, urgency):
            self._look(line)

    def _give_up(self, channel: int, board: int, begin: Begin) -> None:
        if (line := self._lines.get(channel)) is not None:
            line.remove(board, begin)
            self._look(line)

    def _look(self, line: Line) -> None:
        """Finds out when the first board of a channel can be painted."""
        if line.timer is not None:
            line.timer.cancel()
            line.timer = None
        first = line.first()
        if line.is_taken or first is None:
            self._set_ready(line, None)
            if not line.is_taken:
                self._lines.pop(line.channel, None)
            return
        if self._timer is not None:
            self._set_ready(line, first)  # `_admit` looks at its channel when there is an edit left
            return
        wait, _ = self._way(line, first)
        self._set_ready(line, None if wait else first)
        if wait:
            line.timer = asyncio.get_running_loop().call_later(wait, self._look, line)
        else:
            self._admit()

    def _set_ready(self, line: Line, urgency: Urgency | None) -> None:
        """A channel whose urgency stays the same keeps its place."""
        for each, queue in self._ready.items():
            if each is not urgency:
                queue.pop(line.channel, None)
            elif line.channel not in queue:
                queue[line.channel] = line

    def _way(self, line: Line, urgency: Urgency) -> tuple[float, Way]:
        """How the first board can be shown, and after how many seconds."""
        pause = self._buckets.pause
        edits = max(pause, self._buckets.opens_in(EDITS, line.channel, KEPT[urgency]))
        if edits and urgency is Urgency.END and line.count(urgency) > MANY_ENDS:
            posts = max(pause, self._buckets.opens_in(POSTS, line.channel))
            if posts < edits:
                return posts, Way.POST
        return edits, Way.EDIT

    def _admit(self) -> None:
        """Admits as many channels as there are edits left, and sets a timer for the others."""
        while self._timer is None and (queue := next(filter(None, self._ready.values()), None)):
            line = next(iter(queue.values()))
            first = line.first()
            later, way = (1.0, Way.EDIT) if first is None else self._way(line, first)
            if first is None or later:
                self._look(line)
                continue
            if wait := self._rate.take():
                self._timer = asyncio.get_running_loop().call_later(wait, self._admit_later)
                return
            del queue[line.channel]
            if not line.admit(first, way):
                self._look(line)  # that may admit others, or set the timer

    def _admit_later(self) -> None:
        self._timer = None
        self._admit()
