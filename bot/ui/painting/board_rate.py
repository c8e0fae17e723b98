"""Lets as many boards be painted as Discord takes, the most important first.

Discord takes fifty requests a second from a bot, not counting answers to presses. A bot that sends more has
to wait with everything. So boards wait here, and show the latest state when they are painted.
"""

import asyncio
from collections import OrderedDict
from enum import IntEnum

GRANTED = 50.0
"""Requests a second, of all processes together."""
FOR_BOARDS = 0.8
"""The share of them that boards may use; the rest is for reminders, direct messages and commands."""
EARNED_WHEN_LATE = 2.0
"""Edits at most, when the loop is overloaded."""


class Urgency(IntEnum):
    END = 0
    TURN = 1
    MARK = 2
    """Somebody has picked, or voted."""


class BoardRate:
    """Each board waits at most once at a time, in the queue of its urgency."""

    def __init__(self, share: float = 1.0) -> None:
        """`share` is this process's part of the bot's guilds."""
        self._rate = GRANTED * FOR_BOARDS * share
        self._most = max(1.0, self._rate)
        self._left = self._most
        self._counted = 0.0
        self._queues: dict[Urgency, OrderedDict[int, asyncio.Future[None]]] = {
            urgency: OrderedDict() for urgency in Urgency
        }
        self._timer: asyncio.TimerHandle | None = None

    async def wait(self, board: int, urgency: Urgency) -> None:
        """Returns when this board may be painted."""
        admitted = self._queues[urgency][board] = asyncio.get_running_loop().create_future()
        try:
            self._admit()
            await admitted
        finally:
            for queue in self._queues.values():
                if queue.get(board) is admitted:
                    del queue[board]

    def promote(self, board: int, urgency: Urgency) -> None:
        """A waiting board has something more important to show now."""
        for lower in range(urgency + 1, len(Urgency)):
            admitted = self._queues[Urgency(lower)].pop(board, None)
            if admitted is not None:
                self._queues[urgency][board] = admitted

    def _admit(self) -> None:
        """Admits as many as there are edits left, and sets a timer for the others."""
        self._earn()
        while self._left >= 1 and (queue := self._first_queue()):
            _, admitted = queue.popitem(last=False)
            if not admitted.done():  # otherwise its painter was cancelled
                admitted.set_result(None)
                self._left -= 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._first_queue() is not None:
            wait = max(0.0, 1 - self._left) / self._rate
            self._timer = asyncio.get_running_loop().call_later(wait, self._admit)

    def _earn(self) -> None:
        """If the timer fires late, the loop is overloaded; boards then earn only few edits, so that presses
        get the time."""
        now = asyncio.get_running_loop().time()
        earned = (now - self._counted) * self._rate
        earned = earned if self._timer is None else min(earned, EARNED_WHEN_LATE)
        self._left = min(self._most, self._left + earned)
        self._counted = now

    def _first_queue(self) -> OrderedDict[int, asyncio.Future[None]] | None:
        return next((queue for queue in self._queues.values() if queue), None)
