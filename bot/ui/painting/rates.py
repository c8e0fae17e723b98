"""Counts how many boards may be painted now, and when players may be called.

Discord takes fifty requests a second from a bot, not counting answers to presses. A bot that sends more has
to wait with everything.
"""

import asyncio
import logging
from collections import OrderedDict
from math import inf

log = logging.getLogger(__name__)

GRANTED = 50.0
"""Requests a second, of all processes together, unless Discord grants more."""
FOR_BOARDS, FOR_CALLS = 0.76, 0.14
"""The shares of them that boards may use, and messages that call players; the rest is for direct messages and
commands."""
AT_ONCE = 0.1
"""Seconds of which each may use all at one instant. With those of a second after it, they are still fifty."""
EARNED_WHEN_LATE = 2.0
"""Edits at most, when the loop is overloaded."""
SHORTEST_WAIT = 0.005
"""Seconds. Some loops count whole milliseconds, and would look again and again until one is over."""


class Rate:
    """Counts how many requests may be sent now. They are earned by the second; a few can be saved."""

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._most = max(1.0, rate * AT_ONCE)
        self._left = self._most
        self._counted = 0.0
        self._most_earned = inf

    def spend(self) -> float:
        """Spends one request and returns 0.0, or returns the seconds until one is left."""
        self._earn()
        if self._left < 1:
            return max(SHORTEST_WAIT, (1 - self._left) / self._rate)
        self._left -= 1
        return 0.0

    def _earn(self) -> None:
        now = asyncio.get_running_loop().time()
        earned = min(self._most_earned, (now - self._counted) * self._rate)
        self._left = min(self._most, self._left + earned)
        self._counted = now


class BoardRate(Rate):
    """Counts how many boards may be painted now."""

    def __init__(self, share: float = 1.0, granted: float = GRANTED) -> None:
        """Starts with as many as fit into one instant. `share`: this process's part of the bot's guilds."""
        super().__init__(granted * FOR_BOARDS * share)
        self._has_refused = False

    def spend(self) -> float:
        """Spends one edit, as `Rate` does. If boards wait and time has passed beyond their wait, the loop is
        overloaded; they then earn only few edits, so that presses get the time."""
        wait = super().spend()
        self._has_refused = wait > 0
        self._most_earned = EARNED_WHEN_LATE if self._has_refused else inf
        return wait

    def lend(self) -> bool:
        """Spends one edit on something else, if boards have not needed theirs for a moment; tells whether it
        did."""
        if not self._has_refused:
            self._earn()
        has_many = not self._has_refused and self._left >= 1 + self._most / 4
        self._left -= has_many
        return has_many


class CallRate(Rate):
    """Lets one duel after the other call its players, as often as Discord takes it. A duel that does not need
    its turn any more gives it back, and the next one has it at once."""

    def __init__(self, boards: BoardRate, share: float = 1.0, granted: float = GRANTED) -> None:
        super().__init__(granted * FOR_CALLS * share)
        self._boards = boards
        self._line: OrderedDict[int, asyncio.Future[bool]] = OrderedDict()
        """The duels that wait, each with what ends its wait."""
        self._timer: asyncio.TimerHandle | None = None

    async def turn(self, duel: int, *, urgent: bool = False) -> bool:
        """Returns True when it is the turn of this duel, or False after `release`. A duel waits once."""
        turn: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        self._line[duel] = turn
        if urgent:
            self.hurry(duel)
        self._admit()
        if not turn.done():
            log.debug("duel %x: call waits for the whole bot's rate", duel)
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.result():
                self.give_back()
            if self._line.get(duel) is turn:
                del self._line[duel]
            raise

    def hurry(self, duel: int) -> None:
        """Lets a duel that waits be the next."""
        if duel in self._line:
            self._line.move_to_end(duel, last=False)

    def release(self, duel: int) -> None:
        """Ends the wait of a duel that has nothing to send."""
        if (turn := self._line.pop(duel, None)) is not None and not turn.done():
            turn.set_result(False)

    def give_back(self) -> None:
        """Gives back a turn in which nothing was sent."""
        self._left += 1
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._admit()

    def _admit(self) -> None:
        while self._line and self._timer is None:
            if wait := self.spend():
                self._timer = asyncio.get_running_loop().call_later(wait, self._admit_later)
                return
            _, turn = self._line.popitem(last=False)
            if turn.done():
                self._left += 1
            else:
                turn.set_result(True)

    def _admit_later(self) -> None:
        self._timer = None
        self._admit()

    def spend(self) -> float:
        """Spends one request of calls, or one that boards do not need."""
        wait = super().spend()
        return 0.0 if wait and self._boards.lend() else wait
