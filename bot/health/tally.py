"""Counts what an overload does to presses, and writes one line about it in a second."""

import asyncio
import logging

log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds between two lines."""


class Tally:
    def __init__(self) -> None:
        self.acknowledged = 0
        """Presses and commands that were acknowledged before their answer, since the start."""
        self.sent_away = 0
        self._told = (0, 0)
        self._is_due = False

    def count_acknowledged(self) -> None:
        self.acknowledged += 1
        self._tell_soon()

    def count_sent_away(self) -> None:
        self.sent_away += 1
        self._tell_soon()

    def _tell_soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(PAUSE, self._tell)

    def _tell(self) -> None:
        acknowledged, sent_away = self.acknowledged - self._told[0], self.sent_away - self._told[1]
        self._told = self.acknowledged, self.sent_away
        self._is_due = False
        log.warning(
            "busy: %d presses and commands were acknowledged first and are answered in turn, "
            "%d were sent away because of overload",
            acknowledged,
            sent_away,
        )
