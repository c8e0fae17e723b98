"""The port HEALTH_PORT: /health says whether the bot is well, /metrics is for Prometheus."""

import errno
import logging

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.config import BadConfig
from bot.health import wellness
from bot.health.shared import Shared
from bot.services import Services
from bot.ui.wire.gateway import GatewayWatch

log = logging.getLogger(__name__)

PATIENCE = 2.5
"""Seconds for a question to the database."""
KEPT = 3.0
"""Seconds for which its answer is kept, so that no amount of requests burdens the database."""
REASONS = {
    errno.EADDRINUSE: "another program uses that port",
    errno.EADDRNOTAVAIL: "this machine does not have that address",
    errno.EACCES: "only an administrator may open that port",
}


class HealthServer:
    def __init__(self, gateway: GatewayWatch, services: Services, host: str, port: int) -> None:
        self._gateway = gateway
        self._services = services
        self._place = host, port
        self._probe = Shared(services.database.probe, PATIENCE, KEPT)
        self._live = Shared(services.storage.count_live, PATIENCE, KEPT)
        application = web.Application()
        application.add_routes([web.get("/health", self._health), web.get("/metrics", self._show_metrics)])
        self._runner = web.AppRunner(application, access_log=None)

    async def open(self) -> None:
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, *self._place).start()
        except OSError as problem:
            await self.close()
            reason = REASONS.get(problem.errno or 0, "that address is not known here")
            raise BadConfig(f"HEALTH_PORT can't be opened: {reason}. Choose another one.") from None

    async def close(self) -> None:
        self._probe.close()
        self._live.close()
        await self._runner.cleanup()

    @property
    def address(self) -> str:
        host, port = self._runner.addresses[0][:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def _health(self, _request: web.Request) -> web.Response:
        """That Discord shuts the bot out is said, and is no reason for 503: a restart would make it worse."""
        lag = self._services.clock.lag
        ready = self._gateway.is_ready
        parts = {
            "gateway": wellness.of_gateway(self._gateway.away(), ready=ready, waiting=self._gateway.waiting),
            "database": await self._database(),
            "commits": wellness.of_commits(self._services.journal.delay),
            "clock": wellness.of_clock(lag),
        }
        requests = wellness.of_requests(self._services.requests.buckets.ban)
        well = all(part == wellness.OK for part in parts.values())
        said = {
            "well": well,
            "ready": ready,
            **parts,
            "requests": requests,
            "gateway_latency": self._gateway.latency,
            "clock_lag": round(lag, 3),
        }
        return web.json_response(said, status=200 if well else 503)

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

    async def _show_metrics(self, _request: web.Request) -> web.Response:
        metrics = self._services.metrics
        await self._count_live()
        latency = self._gateway.latency
        metrics.latency.set(float("nan") if latency is None else latency)
        return web.Response(
            body=generate_latest(metrics.registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )

    async def _count_live(self) -> None:
        """If the database does not say how many duels are live, the last known number stays."""
        try:
            self._services.metrics.live_duels.set(await self._live.get())
        except Exception as problem:
            log.warning("live duels could not be counted: %r", problem)
