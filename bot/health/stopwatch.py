"""Times every answer to an interaction, and counts the requests that Discord refuses."""

import json
import time
from collections.abc import Callable
from typing import Any, TypeAlias

from bot.health.metrics import Metrics

Payload: TypeAlias = dict[str, Any]
FORGET_AFTER = 60.0
"""Seconds; an interaction that was not answered by then never will be."""
REFUSED = 400


class Stopwatch:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._arrived: dict[str, float] = {}

    def watch(self, handle: Callable[[Payload], None]) -> Callable[[Payload], None]:
        """Wraps the handler of interactions so that their arrival is timed."""

        def timed(data: Payload) -> None:
            self._started(str(data.get("id")))
            handle(data)

        return timed

    def _started(self, interaction: str) -> None:
        now = time.monotonic()
        self._arrived[interaction] = now
        while (oldest := next(iter(self._arrived))) and self._arrived[oldest] < now - FORGET_AFTER:
            del self._arrived[oldest]

    def heard(self, path: str, status: int, body: bytes) -> None:
        """Takes the time of an answer to an interaction, and counts an error."""
        parts = path.partition("?")[0].rsplit("/", 3)
        if parts[-1] == "callback" and (arrived := self._arrived.pop(parts[1], None)) is not None:
            self._metrics.answers.observe(time.monotonic() - arrived)
        if status >= REFUSED:
            self._metrics.discord_errors.labels(str(status), _code_in(body)).inc()


def _code_in(body: bytes) -> str:
    try:
        return str(int(json.loads(body)["code"]))
    except (ValueError, KeyError, TypeError):
        return "-"
