"""Lets as many boards be painted as Discord takes, the most important first.

Discord takes fifty requests a second from a bot, answers to presses not counted. Whoever sends more is told
to wait, with everything; so boards wait here, and show the latest when their turn has come.
"""

import asyncio
from collections import OrderedDict
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
    """Each board waits here once at a time, in the line of its rank."""

    def __init__(self, share: float = 1.0) -> None:
        """`share` is this process's part of the bot's guilds."""
        self._rate = GRANTED * FOR_BOARDS * share
        self._most = max(1.0, self._rate)
        self._left = self._most
        self._counted = 0.0
        self._lines: dict[Rank, OrderedDict[int, asyncio.Future[None]]] = {
            rank: OrderedDict() for rank in Rank
        }
        self._timer: asyncio.TimerHandle | None = None

    async def enter(self, board: int, rank: Rank) -> None:
        """Returns when this board may be painted."""
        turn = self._lines[rank][board] = asyncio.get_running_loop().create_future()
        try:
            self._admit()
            await turn
        finally:
            for line in self._lines.values():
                if line.get(board) is turn:
                    del line[board]

    def hurry(self, board: int, rank: Rank) -> None:
        """If it waits, it waits for something more important now."""
        for lower in range(rank + 1, len(Rank)):
            turn = self._lines[Rank(lower)].pop(board, None)
            if turn is not None:
                self._lines[rank][board] = turn

    def _admit(self) -> None:
        """As many as there are strokes left; whoever is still waiting then is thought of again soon."""
        self._earn()
        while self._left >= 1 and (line := self._first_line()):
            _, turn = line.popitem(last=False)
            if not turn.done():  # else whoever waited has just been told to stop
                turn.set_result(None)
                self._left -= 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._first_line() is not None:
            wait = max(0.0, 1 - self._left) / self._rate
            self._timer = asyncio.get_running_loop().call_later(wait, self._admit)

    def _earn(self) -> None:
        """When this comes late although boards wait, the bot has too much to do, and they make up for
        nothing: presses go first."""
        now = asyncio.get_running_loop().time()
        earned = (now - self._counted) * self._rate
        self._left = min(self._most, self._left + (earned if self._timer is None else min(earned, 2.0)))
        self._counted = now

    def _first_line(self) -> OrderedDict[int, asyncio.Future[None]] | None:
        return next((line for line in self._lines.values() if line), None)
