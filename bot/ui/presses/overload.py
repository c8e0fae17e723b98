"""How many presses are answered at the same time.

When more presses come in than can be answered, answering all at once would make all of them late. One after
another, most are in time.
"""

import asyncio
from collections import deque

AT_ONCE = 300
"""Far more than wait for Discord and the disk on a busy bot that keeps up."""
LONGEST_WAIT = 1.5
"""Seconds; a press that waits longer could hardly be answered within Discord's three."""


class Overload:
    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = at_once
        self._queue: deque[tuple[float, asyncio.Future[bool]]] = deque()

    async def enter(self) -> bool:
        """Returns when a press may be answered; False if it is too late. After True, `leave` must follow."""
        if self._free:
            self._free -= 1
            return True
        loop = asyncio.get_running_loop()
        admitted: asyncio.Future[bool] = loop.create_future()
        self._queue.append((loop.time(), admitted))
        try:
            return await admitted
        except asyncio.CancelledError:
            if not admitted.cancelled() and admitted.result():
                self.leave()
            raise

    def leave(self) -> None:
        now = asyncio.get_running_loop().time()
        while self._queue:
            came, admitted = self._queue.popleft()
            if not admitted.done():
                in_time = now - came <= LONGEST_WAIT
                admitted.set_result(in_time)
                if in_time:
                    return
        self._free += 1
