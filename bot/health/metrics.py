"""The metrics of the bot, for Prometheus, and the stopwatch that times its answers."""

import json
import time
from collections.abc import Callable, Iterator
from math import inf
from typing import Any, TypeAlias

from cachetools import TTLCache
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from bot.health.tally import Tally
from bot.process.clock import Clock
from bot.storage.picks import Journal

ANSWERS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 3.0)
"""Buckets in seconds; Discord waits for three."""
COMMITS = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5)
Payload: TypeAlias = dict[str, Any]
FORGET_AFTER = 60.0
"""Seconds; an interaction that was not answered by then never will be."""
REFUSED = 400


class Metrics:
    def __init__(self, journal: Journal, clock: Clock, tally: Tally) -> None:
        self.registry = registry = CollectorRegistry()
        self.refusals = Counter(
            "gauntlet_refusals", "Presses and commands that were refused", ["reason"], registry=registry
        )
        self.faults = Counter("gauntlet_faults", "Faults that somebody got an apology for", registry=registry)
        self.discord_errors = Counter(
            "gauntlet_discord_errors", "Requests that Discord refused", ["status", "code"], registry=registry
        )
        self.answers = Histogram(
            "gauntlet_answer_seconds",
            "From the arrival of an interaction until Discord has our answer",
            buckets=ANSWERS,
            registry=registry,
        )
        self.commits = Histogram(
            "gauntlet_commit_seconds",
            "How long a group of picks takes to save",
            buckets=COMMITS,
            registry=registry,
        )
        self.live_duels = Gauge("gauntlet_live_duels", "Duels that are being played", registry=registry)
        self.latency = Gauge("gauntlet_gateway_latency_seconds", "Of the heartbeat", registry=registry)
        registry.register(_Read(journal, clock, tally))


class _Read(Collector):
    """Reads what other objects already count, when /metrics is requested."""

    def __init__(self, journal: Journal, clock: Clock, tally: Tally) -> None:
        self._journal = journal
        self._clock = clock
        self._tally = tally

    def collect(self) -> Iterator[Metric]:
        yield CounterMetricFamily("gauntlet_picks", "Picks that were saved", value=self._journal.saved)
        yield GaugeMetricFamily(
            "gauntlet_commit_queue", "Entries that wait for the next commit", value=self._journal.queue
        )
        yield CounterMetricFamily(
            "gauntlet_acknowledged",
            "Presses and commands that were acknowledged before their answer",
            value=self._tally.acknowledged,
        )
        yield CounterMetricFamily(
            "gauntlet_sent_away",
            "Presses and commands that were sent away because of overload",
            value=self._tally.sent_away,
        )
        yield CounterMetricFamily(
            "gauntlet_too_late",
            "Presses and commands that Discord did not wait for, because the bot was overloaded",
            value=self._tally.too_late,
        )
        yield GaugeMetricFamily("gauntlet_clock_lag_seconds", "How late alarms are", value=self._clock.lag)


def reason_of(refusal: BaseException) -> str:
    """Names the function that refused. The sentence makes no label, because it contains names and numbers."""
    trace = refusal.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "unknown"
    code = trace.tb_frame.f_code
    module = trace.tb_frame.f_globals.get("__name__", "")
    return f"{module.rpartition('.')[2]}.{code.co_name.lstrip('_')}"


class Stopwatch:
    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics
        self._arrived: TTLCache[str, float] = TTLCache(inf, FORGET_AFTER, time.monotonic)

    def watch(self, handle: Callable[[Payload], None]) -> Callable[[Payload], None]:
        """Wraps the handler of interactions so that their arrival is timed."""

        def timed(data: Payload) -> None:
            self._arrived[str(data.get("id"))] = time.monotonic()
            handle(data)

        return timed

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
