"""What the bot says of itself: its metrics, and whether it is well, with a sentence for what is not."""

import logging
from collections.abc import Mapping
from typing import Any, Protocol

from prometheus_client import generate_latest

from bot.health.shared import Shared
from bot.services import Services

log = logging.getLogger(__name__)

PATIENCE = 2.5
"""Seconds for a question to the database."""
KEPT = 3.0
"""Seconds for which its answer is kept, so that no amount of requests burdens the database."""
OK = "ok"
GRACE = 20.0
"""Seconds for which a shard may be away. Discord closes connections now and then; to resume takes seconds."""
SLOWEST_COMMIT = 5.0
"""Seconds; Discord waits three for an answer, so by then somebody has been let down."""
LATE = 30.0
"""Seconds; a clock that is later than this is a fault."""


class Gateway(Protocol):
    """Says how the connection to Discord is."""

    @property
    def is_ready(self) -> bool: ...
    @property
    def waiting(self) -> str | None: ...
    @property
    def latency(self) -> float | None: ...
    def away(self) -> Mapping[int, float]: ...


class Report:
    def __init__(self, gateway: Gateway, services: Services) -> None:
        self._gateway = gateway
        self._services = services
        self._probe = Shared(services.database.probe, PATIENCE, KEPT)
        self._live = Shared(services.storage.count_live, PATIENCE, KEPT)

    def close(self) -> None:
        self._probe.close()
        self._live.close()

    async def health(self) -> dict[str, Any]:
        """Says how the bot is. If Discord shuts it out, it is well all the same: a restart would make it
        worse."""
        lag = self._services.clock.lag
        ready = self._gateway.is_ready
        parts = {
            "gateway": of_gateway(self._gateway.away(), ready=ready, waiting=self._gateway.waiting),
            "database": await self._database(),
            "commits": of_commits(self._services.journal.delay),
            "clock": of_clock(lag),
        }
        return {
            "well": all(part == OK for part in parts.values()),
            "ready": ready,
            **parts,
            "requests": of_requests(self._services.requests.buckets.ban),
            "gateway_latency": self._gateway.latency,
            "clock_lag": round(lag, 3),
        }

    async def metrics(self) -> str:
        """Writes the metrics in Prometheus' format."""
        metrics = self._services.metrics
        await self._count_live()
        latency = self._gateway.latency
        metrics.latency.set(float("nan") if latency is None else latency)
        return generate_latest(metrics.registry).decode()

    async def _database(self) -> str:
        """Returns what the database answers to a question, or the trouble that has come since."""
        database = self._services.database
        try:
            return await self._probe.get() or database.trouble or OK
        except TimeoutError:
            return database.trouble or f"The database has not answered for {PATIENCE} seconds."
        except Exception as problem:
            log.warning("the database can't be probed: %r", problem)
            return database.trouble or "The database can't be used at the moment."

    async def _count_live(self) -> None:
        """Counts the live duels. If the database does not say how many there are, the last known number
        stays."""
        try:
            self._services.metrics.live_duels.set(await self._live.get())
        except Exception as problem:
            log.warning("live duels could not be counted: %r", problem)


def of_gateway(away: Mapping[int, float], *, ready: bool, waiting: str | None = None) -> str:
    if waiting is not None:
        return waiting
    if not ready:
        return "The bot is not connected to Discord yet, or any more."
    gone = sorted(shard for shard, seconds in away.items() if seconds > GRACE)
    if not gone:
        return OK
    longest = max(away[shard] for shard in gone)
    if len(gone) == len(away):
        return f"Discord's gateway has been away for {longest:.0f} seconds."
    return f"Discord's gateway has been away for {longest:.0f} seconds on shard {', '.join(map(str, gone))}."


def of_requests(ban: float) -> str:
    if not ban:
        return OK
    return (
        f"Discord shuts out this address for {ban:.0f} more seconds, because of too many refused requests. "
        "Boards and reminders wait; do not restart the bot."
    )


def of_commits(delay: float) -> str:
    if delay <= SLOWEST_COMMIT:
        return OK
    return f"A pick has been waiting for {delay:.0f} seconds to be saved."


def of_clock(lag: float) -> str:
    return OK if lag < LATE else f"Alarms, such as the end of a player's time, are {lag:.0f} seconds late."
