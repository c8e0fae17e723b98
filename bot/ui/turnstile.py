"""Lets as many boards be painted as Discord takes, the most important first.

Discord takes fifty requests a second from a bot, answers to presses not counted. Whoever sends more is told
to wait, with everything; so boards wait here, and show the latest when their turn has come.
"""

import asyncio
import heapq
import itertools
from enum import IntEnum

GRANTED = 50.0
"""Requests a second, of all processes together."""
FOR_BOARDS = 0.8
"""The share of them that boards may use; the rest is for reminders, direct messages and commands."""


class Rank(IntEnum):
    END = 0
    TURN = 1
    MARK = 2
    """Somebody has picked, or voted."""


class Turnstile:
    def __init__(self, share: float = 1.0) -> None:
        """`share` is this process's part of the bot's guilds."""
        self._rate = GRANTED * FOR_BOARDS * share
        self._left = self._rate
        self._counted = 0.0
        self._queue: list[tuple[Rank, int, asyncio.Future[None]]] = []
        self._waiting: dict[int, tuple[Rank, asyncio.Future[None]]] = {}
        self._order = itertools.count()
        self._timer: asyncio.TimerHandle | None = None

    async def enter(self, board: int, rank: Rank) -> None:
        """Returns when this board may be painted."""
        turn = asyncio.get_running_loop().create_future()
        self._line_up(board, rank, turn)
        try:
            self._admit()
            await turn
        finally:
            del self._waiting[board]

    def hurry(self, board: int, rank: Rank) -> None:
        """If it waits, it waits for something more important now."""
        if board in self._waiting and rank < self._waiting[board][0]:
            self._line_up(board, rank, self._waiting[board][1])

    def _line_up(self, board: int, rank: Rank, turn: asyncio.Future[None]) -> None:
        self._waiting[board] = rank, turn
        heapq.heappush(self._queue, (rank, next(self._order), turn))

    def _admit(self) -> None:
        """As many as there are strokes left; whoever is still waiting then is thought of again soon. When
        that comes late, the bot has too much to do, and boards make up for nothing: presses go first."""
        loop = asyncio.get_running_loop()
        now = loop.time()
        earned = (now - self._counted) * self._rate
        self._left = min(self._rate, self._left + (earned if self._timer is None else min(earned, 2.0)))
        self._counted = now
        while self._queue and (self._queue[0][2].done() or self._left >= 1):
            turn = heapq.heappop(self._queue)[2]
            if not turn.done():  # one that was hurried stands in the queue twice
                turn.set_result(None)
                self._left -= 1
        if self._timer is not None and (not self._queue or self._timer.when() <= now):
            self._timer.cancel()
            self._timer = None
        if self._queue and self._timer is None:
            self._timer = loop.call_later(max(0.0, 1 - self._left) / self._rate, self._admit)
