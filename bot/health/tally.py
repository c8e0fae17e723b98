"""Counts what an overload does to presses, and writes one line about it in a second."""

import asyncio
import logging

log = logging.getLogger(__name__)

PAUSE = 1.0
"""Seconds between two lines."""


class Tally:
    """Counts presses and commands since the start."""

    def __init__(self) -> None:
        self.acknowledged = 0
        """How many were acknowledged before their answer."""
        self.sent_away = 0
        self.too_late = 0
        """How many Discord did not know any more when they were acknowledged."""
        self._told = (0, 0, 0)
        self._is_due = False

    def count_acknowledged(self) -> None:
        self.acknowledged += 1
        self._tell_soon()

    def count_sent_away(self) -> None:
        self.sent_away += 1
        self._tell_soon()

    def count_too_late(self) -> None:
        self.too_late += 1
        self._tell_soon()

    def _tell_soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(PAUSE, self._tell)

    def _tell(self) -> None:
        """Writes the numbers since the last line."""
        now = self.acknowledged, self.sent_away, self.too_late
        told, self._told, self._is_due = self._told, now, False
        log.warning(
            "busy: %d presses and commands were acknowledged first and are answered in turn, "
            "%d were sent away because of overload, %d were acknowledged too late",
            *(count - before for count, before in zip(now, told, strict=True)),
        )
