"""How many presses are answered at the same time.

When more come in than can be answered, all of them at once would all be too late; in turn, most are in time.
"""

import asyncio
from collections import deque

AT_ONCE = 300
"""Far more than wait for Discord and the disk on a busy bot that keeps up."""
LONGEST_WAIT = 1.5
"""Seconds; whoever has waited longer would hardly be answered within Discord's three."""


class WaitingRoom:
    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._free = at_once
        self._queue: deque[tuple[float, asyncio.Future[bool]]] = deque()

    async def enter(self) -> bool:
        """Returns when a press may be answered; False when it is too late. Whoever got in has to leave."""
        if self._free:
            self._free -= 1
            return True
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[bool] = loop.create_future()
        self._queue.append((loop.time(), turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if not turn.cancelled() and turn.result():
                self.leave()
            raise

    def leave(self) -> None:
        now = asyncio.get_running_loop().time()
        while self._queue:
            came, turn = self._queue.popleft()
            if not turn.done():
                in_time = now - came <= LONGEST_WAIT
                turn.set_result(in_time)
                if in_time:
                    return
        self._free += 1
