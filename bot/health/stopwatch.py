"""Times every answer to an interaction, and counts the requests that Discord refuses."""

import json
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, TypeAlias

import aiohttp

from bot.health.metrics import Metrics

Payload: TypeAlias = dict[str, Any]
FORGET_AFTER = 60.0
"""Seconds; an interaction that was not answered by then never will be."""
REFUSED = 400


class Stopwatch:
    def __init__(self, trace: aiohttp.TraceConfig) -> None:
        """`trace` is that of all requests to Discord."""
        self.metrics: Metrics | None = None
        trace.on_request_end.append(self._request_ended)
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

    async def _request_ended(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        request: aiohttp.TraceRequestEndParams,
    ) -> None:
        response = request.response
        body = await response.read() if response.status >= REFUSED else b""
        self.heard(request.url.path, response.status, body)

    def heard(self, path: str, status: int, body: bytes) -> None:
        """Takes the time of an answer to an interaction, and counts an error."""
        if self.metrics is None:
            return
        parts = path.partition("?")[0].rsplit("/", 3)
        if parts[-1] == "callback" and (arrived := self._arrived.pop(parts[1], None)) is not None:
            self.metrics.answers.observe(time.monotonic() - arrived)
        if status >= REFUSED:
            self.metrics.discord_errors.labels(str(status), _code_in(body)).inc()


def _code_in(body: bytes) -> str:
    try:
        return str(int(json.loads(body)["code"]))
    except (ValueError, KeyError, TypeError):
        return "-"
