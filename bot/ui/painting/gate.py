"""Decides which board is painted next: one at a time in each channel, the most urgent first.

Discord takes few edits of a channel. So boards wait here, not on their way to Discord, and show the latest
state when they are sent.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from enum import Enum, IntEnum, auto

from bot.ui.painting.painter import Message
from bot.ui.painting.rates import BoardRate
from bot.ui.wire.buckets import EDITS, POSTS, Buckets

log = logging.getLogger(__name__)


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


class ChannelLine:
    """Lists the messages of one channel that wait, each once."""

    __slots__ = ("_waiting", "channel", "is_taken", "timer")

    def __init__(self, channel: int) -> None:
        self.channel = channel
        self.is_taken = False
        """Whether one of its messages is being painted."""
        self.timer: asyncio.TimerHandle | None = None
        self._waiting: tuple[dict[Message, asyncio.Future[Way]], ...] = tuple({} for _ in URGENCIES)

    def add(self, message: Message, urgency: Urgency, admitted: "asyncio.Future[Way]") -> None:
        self._waiting[urgency][message] = admitted

    def remove(self, message: Message, admitted: "asyncio.Future[Way]") -> None:
        for queue in self._waiting:
            if queue.get(message) is admitted:
                del queue[message]

    def promote(self, message: Message, urgency: Urgency) -> bool:
        """Makes a waiting message more urgent; tells whether it waited with less urgency."""
        for queue in self._waiting[urgency + 1 :]:
            if (admitted := queue.pop(message, None)) is not None:
                self.add(message, urgency, admitted)
                return True
        return False

    def first(self) -> Urgency | None:
        """Returns how urgent the most urgent message is."""
        return next((urgency for urgency in URGENCIES if self._waiting[urgency]), None)

    def count(self, urgency: Urgency) -> int:
        return len(self._waiting[urgency])

    def admit(self, urgency: Urgency, way: Way) -> bool:
        """Lets the first message of this urgency be painted; tells whether it is, as it may have given up."""
        queue = self._waiting[urgency]
        admitted = queue.pop(next(iter(queue)))
        self.is_taken = not admitted.done()
        if self.is_taken:
            admitted.set_result(way)
        return self.is_taken


class Gate:
    """Lets one message after the other be painted. A channel has a line only while a message waits there or
    is painted."""

    def __init__(self, rate: BoardRate, buckets: Buckets) -> None:
        self._rate = rate
        self._buckets = buckets
        self._lines: dict[int, ChannelLine] = {}
        self._ready: dict[Urgency, OrderedDict[int, ChannelLine]] = {each: OrderedDict() for each in Urgency}
        """The channels that take a request now."""
        self._timer: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        """Counts the channels that have a line."""
        return len(self._lines)

    @asynccontextmanager
    async def turn(self, channel: int, message: Message, urgency: Urgency) -> AsyncIterator[Way]:
        """Waits until this message may be painted. Until the turn ends, the channel has no other one."""
        line = self._lines.get(channel)
        if line is None:
            line = self._lines[channel] = ChannelLine(channel)
        admitted: asyncio.Future[Way] = asyncio.get_running_loop().create_future()
        line.add(message, urgency, admitted)
        self._schedule(line)
        if not admitted.done() and log.isEnabledFor(logging.DEBUG):
            log.debug("%s waits %s", message, self._obstacle(line))
        try:
            yield await admitted
        finally:
            self._leave(channel, message, admitted)

    def promote(self, channel: int, message: Message, urgency: Urgency) -> None:
        """Lets a waiting message go earlier, as it has something more urgent to show now."""
        line = self._lines.get(channel)
        if line is not None and line.promote(message, urgency):
            self._schedule(line)

    def _leave(self, channel: int, message: Message, admitted: "asyncio.Future[Way]") -> None:
        """Ends the turn of a message that is painted, or its wait if it has given up."""
        line = self._lines.get(channel)
        if line is None:
            return
        if admitted.done() and not admitted.cancelled():
            line.is_taken = False
        else:
            line.remove(message, admitted)
        self._schedule(line)

    def _obstacle(self, line: ChannelLine) -> str:
        if self._buckets.ban:
            return "while Discord shuts out this address"
        if self._buckets.pause:
            return "while Discord takes no requests of the bot"
        if any(line.channel in ready for ready in self._ready.values()):
            return "for the whole bot's rate"
        return "for its channel"

    def _schedule(self, line: ChannelLine) -> None:
        """Has the first message of a channel painted now, or as soon as the channel takes it."""
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
            self._set_ready(line, first)  # `_admit` considers its channel when there is an edit left
            return
        wait, _ = self._way(line, first)
        self._set_ready(line, None if wait else first)
        if wait:
            line.timer = asyncio.get_running_loop().call_later(wait, self._schedule, line)
        else:
            self._admit()

    def _set_ready(self, line: ChannelLine, urgency: Urgency | None) -> None:
        """Puts a channel among the others of this urgency, or takes it out. A channel whose urgency stays the
        same keeps its place."""
        for each, queue in self._ready.items():
            if each is not urgency:
                queue.pop(line.channel, None)
            elif line.channel not in queue:
                queue[line.channel] = line

    def _way(self, line: ChannelLine, urgency: Urgency) -> tuple[float, Way]:
        """Returns after how many seconds the first message can be shown, and how."""
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
                self._schedule(line)
                continue
            if wait := self._rate.spend():
                self._timer = asyncio.get_running_loop().call_later(wait, self._admit_later)
                return
            del queue[line.channel]
            if not line.admit(first, way):
                self._schedule(line)  # that may admit others, or set the timer

    def _admit_later(self) -> None:
        self._timer = None
        self._admit()
