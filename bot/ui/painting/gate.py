"""Decides which board is painted next: one at a time in each channel, the most urgent first.

Discord takes few edits of a channel. So boards wait here, not on their way to Discord, and show the latest
state when they are sent.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum, IntEnum, auto
from typing import TypeAlias

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
Turn: TypeAlias = asyncio.Future[Way]


class Line:
    """The boards of one channel that wait. What waits twice for the same board has both its turns."""

    def __init__(self, channel: int) -> None:
        self.channel = channel
        self.is_taken = False
        """Whether one of its boards is being painted."""
        self.timer: asyncio.TimerHandle | None = None
        self._queues: dict[Urgency, OrderedDict[int, list[Turn]]] = {
            each: OrderedDict() for each in URGENCIES
        }

    def add(self, board: int, urgency: Urgency, turn: Turn) -> None:
        self._queues[urgency].setdefault(board, []).append(turn)

    def remove(self, board: int, turn: Turn) -> None:
        for queue in self._queues.values():
            if turn in queue.get(board, ()):
                queue[board].remove(turn)
                if not queue[board]:
                    del queue[board]

    def promote(self, board: int, urgency: Urgency) -> bool:
        """Whether this board waited for something less urgent."""
        waited = False
        for lower, queue in self._queues.items():
            if lower > urgency and board in queue:
                for turn in queue.pop(board):
                    self.add(board, urgency, turn)
                waited = True
        return waited

    def first(self) -> Urgency | None:
        """How urgent the most urgent one is; those that gave up are left out."""
        for urgency, queue in self._queues.items():
            while queue:
                for turn in next(iter(queue.values())):
                    if not turn.done():
                        return urgency
                queue.popitem(last=False)
        return None

    def count(self, urgency: Urgency) -> int:
        return len(self._queues[urgency])

    def admit(self, urgency: Urgency, way: Way) -> None:
        board, turns = next(iter(self._queues[urgency].items()))
        turn = next(each for each in turns if not each.done())
        turn.set_result(way)
        self.remove(board, turn)
        self.is_taken = True


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

    @asynccontextmanager
    async def turn(self, channel: int, board: int, urgency: Urgency) -> AsyncIterator[Way]:
        """Begins when this board may be painted; no other one of the channel is painted until it ends."""
        line = self._lines.get(channel)
        if line is None:
            line = self._lines[channel] = Line(channel)
        turn: Turn = asyncio.get_running_loop().create_future()
        line.add(board, urgency, turn)
        self._look(line)
        try:
            yield await turn
        finally:
            line.remove(board, turn)
            if turn.done() and not turn.cancelled():
                line.is_taken = False
            if self._lines.get(channel) is line:
                self._look(line)

    def promote(self, channel: int, board: int, urgency: Urgency) -> None:
        """A waiting board has something more urgent to show now."""
        line = self._lines.get(channel)
        if line is not None and line.promote(board, urgency):
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
        if self._timer is not None:
            return  # there is no edit left before that
        while queue := next((queue for queue in self._ready.values() if queue), None):
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
            line.admit(first, way)

    def _admit_later(self) -> None:
        self._timer = None
        self._admit()
