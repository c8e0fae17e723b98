"""What the bot says of itself: whether it is well, and its metrics."""

import logging
from typing import Any

from prometheus_client import generate_latest

from bot.health import wellness
from bot.health.shared import Shared
from bot.services import Services
from bot.ui.wire.gateway import GatewayWatch

log = logging.getLogger(__name__)

PATIENCE = 2.5
"""Seconds for a question to the database."""
KEPT = 3.0
"""Seconds for which its answer is kept, so that no amount of requests burdens the database."""


class Report:
    def __init__(self, gateway: GatewayWatch, services: Services) -> None:
        self._gateway = gateway
        self._services = services
        self._probe = Shared(services.database.probe, PATIENCE, KEPT)
        self._live = Shared(services.storage.count_live, PATIENCE, KEPT)

    def close(self) -> None:
        self._probe.close()
        self._live.close()

    async def health(self) -> dict[str, Any]:
        """That Discord shuts the bot out is said, and the bot is well: a restart would make it worse."""
        lag = self._services.clock.lag
        ready = self._gateway.is_ready
        parts = {
            "gateway": wellness.of_gateway(self._gateway.away(), ready=ready, waiting=self._gateway.waiting),
            "database": await self._database(),
            "commits": wellness.of_commits(self._services.journal.delay),
            "clock": wellness.of_clock(lag),
        }
        return {
            "well": all(part == wellness.OK for part in parts.values()),
            "ready": ready,
            **parts,
            "requests": wellness.of_requests(self._services.requests.buckets.ban),
            "gateway_latency": self._gateway.latency,
            "clock_lag": round(lag, 3),
        }

    async def metrics(self) -> str:
        """In Prometheus' format."""
        metrics = self._services.metrics
        await self._count_live()
        latency = self._gateway.latency
        metrics.latency.set(float("nan") if latency is None else latency)
        return generate_latest(metrics.registry).decode()

    async def _database(self) -> str:
        """What a question shows. Trouble that it does not mention is newer than its answer."""
        database = self._services.database
        try:
            return await self._probe.get() or database.trouble or wellness.OK
        except TimeoutError:
            return database.trouble or f"The database has not answered for {PATIENCE} seconds."
        except Exception as problem:
            log.warning("the database can't be probed: %r", problem)
            return database.trouble or "The database can't be used at the moment."

    async def _count_live(self) -> None:
        """If the database does not say how many duels are live, the last known number stays."""
        try:
            self._services.metrics.live_duels.set(await self._live.get())
        except Exception as problem:
            log.warning("live duels could not be counted: %r", problem)
