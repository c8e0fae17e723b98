"""Counts how many boards may be painted now.

Discord takes fifty requests a second from a bot, not counting answers to presses. A bot that sends more has
to wait with everything.
"""

import asyncio

GRANTED = 50.0
"""Requests a second, of all processes together, unless Discord grants more."""
FOR_BOARDS = 0.8
"""The share of them that boards may use; the rest is for reminders, direct messages and commands."""
EARNED_WHEN_LATE = 2.0
"""Edits at most, when the loop is overloaded."""


class BoardRate:
    def __init__(self, share: float = 1.0, granted: float = GRANTED) -> None:
        """`share` is this process's part of the bot's guilds."""
        self._rate = granted * FOR_BOARDS * share
        self._most = max(1.0, self._rate)
        self._left = self._most
        self._counted = 0.0
        self._has_refused = False

    def take(self) -> float:
        """Takes one edit and returns 0.0, or returns the seconds until there is one."""
        self._earn()
        self._has_refused = self._left < 1
        if self._has_refused:
            return (1 - self._left) / self._rate
        self._left -= 1
        return 0.0

    def _earn(self) -> None:
        """If boards wait and time has passed beyond their wait, the loop is overloaded; they then earn only
        few edits, so that presses get the time."""
        now = asyncio.get_running_loop().time()
        earned = (now - self._counted) * self._rate
        earned = min(earned, EARNED_WHEN_LATE) if self._has_refused else earned
        self._left = min(self._most, self._left + earned)
        self._counted = now
