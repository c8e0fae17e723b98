"""Acknowledges presses that can't be answered soon, so that Discord waits for them.

Nothing is loaded and nobody's handler runs for that: it is one small request. Discord gives a press three
seconds, and a part of them is spent on the way here and in front of the loop.
"""

import asyncio
from collections import deque
from collections.abc import Callable

from bot.process.background import BackgroundTasks
from bot.ui.wire.reply import Late, Reply

LONGEST_SILENCE = 1.2
"""Seconds after which a press is acknowledged that was not answered yet, whatever it waits for."""
INTERVAL = 0.05
"""Seconds between two looks at the presses that were not answered yet."""
AT_ONCE = 200
"""Acknowledgements under way at the same time, each on a connection: at a distance of 100 ms that makes 2,000
in a second."""
STALE = 1.5
"""Seconds after which it may be too late to acknowledge."""
PER_TURN = 64
"""How many begin in one turn of the loop, so that it comes to read what else has arrived."""


class Acknowledging:
    def __init__(
        self, when_busy: Callable[[], None], when_idle: Callable[[], None], when_done: Callable[[Reply], None]
    ) -> None:
        """`when_busy` is called when more have to be acknowledged than can be in one turn of the loop,
        `when_idle` when all are under way, and `when_done` after each."""
        self._when_busy = when_busy
        self._when_idle = when_idle
        self._when_done = when_done
        self._watched: deque[tuple[float, Reply, Late]] = deque()
        """Those that were not answered when they came, oldest first."""
        self._due: deque[tuple[float, Reply, Late]] = deque()
        self._stale: deque[tuple[float, Reply, Late]] = deque()
        """Those for which it may be too late. They go last, so that not all become too late by them."""
        self._under_way = 0
        self._is_looking = self._is_beginning = False
        self._background = BackgroundTasks()

    def watch(self, reply: Reply, late: Late) -> None:
        """Acknowledges it if it is not answered in time."""
        loop = asyncio.get_running_loop()
        self._watched.append((loop.time() + LONGEST_SILENCE, reply, late))
        if not self._is_looking:
            self._is_looking = True
            loop.call_later(INTERVAL, self._look)

    def begin(self, reply: Reply, late: Late, *, first: bool = False) -> None:
        """Acknowledges it as soon as possible; `first`: before all others."""
        now = asyncio.get_running_loop().time()
        if first:
            self._due.appendleft((now, reply, late))
        else:
            self._due.append((now, reply, late))
        if len(self._due) > PER_TURN:
            self._when_busy()
        self._begin_soon()

    def _look(self) -> None:
        loop = asyncio.get_running_loop()
        now = loop.time()
        while self._watched and (self._watched[0][0] <= now or not self._watched[0][1].can_wait):
            _, reply, late = self._watched.popleft()
            if reply.can_wait:
                self.begin(reply, late, first=True)
        self._is_looking = bool(self._watched)
        if self._is_looking:
            loop.call_later(INTERVAL, self._look)

    def _begin_soon(self) -> None:
        if not self._is_beginning:
            self._is_beginning = True
            asyncio.get_running_loop().call_soon(self._begin_some)

    def _begin_some(self) -> None:
        self._is_beginning = False
        while self._due and self._due[0][0] < asyncio.get_running_loop().time() - STALE:
            self._stale.append(self._due.popleft())
        for _ in range(min(PER_TURN, len(self._due) + len(self._stale), AT_ONCE - self._under_way)):
            _, reply, late = (self._due or self._stale).popleft()
            self._under_way += 1
            self._background.run(self._acknowledge(reply, late))
        if not self._due:
            self._when_idle()
        if (self._due or self._stale) and self._under_way < AT_ONCE:
            self._begin_soon()

    async def _acknowledge(self, reply: Reply, late: Late) -> None:
        try:
            if reply.can_wait:
                await reply.acknowledge(late)
                self._when_done(reply)
        finally:
            self._under_way -= 1
            if self._due or self._stale:
                self._begin_soon()
