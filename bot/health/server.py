"""The port HEALTH_PORT: /health says whether the bot is well, /metrics is for Prometheus."""

from math import isfinite

import discord
from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from bot.services import Services

LATE = 30.0
"""Seconds; a clock that is later than this is a fault."""


class HealthServer:
    def __init__(self, client: discord.Client, services: Services, host: str, port: int) -> None:
        self._client = client
        self._services = services
        self._place = host, port
        application = web.Application()
        application.add_routes([web.get("/health", self._health), web.get("/metrics", self._show_metrics)])
        self._runner = web.AppRunner(application, access_log=None)

    async def open(self) -> None:
        await self._runner.setup()
        await web.TCPSite(self._runner, *self._place).start()

    async def close(self) -> None:
        await self._runner.cleanup()

    @property
    def address(self) -> str:
        host, port = self._runner.addresses[0][:2]
        return f"http://{host}:{port}"

    async def _health(self, _request: web.Request) -> web.Response:
        client = self._client
        trouble = self._services.database.trouble
        lag = self._services.clock.lag
        ready = client.is_ready() and not client.is_closed()
        well = ready and trouble is None and lag < LATE
        said = {
            "well": well,
            "ready": ready,
            "gateway_latency": _latency(client),
            "database": trouble or "ok",
            "clock_lag": round(lag, 3),
        }
        return web.json_response(said, status=200 if well else 503)

    async def _show_metrics(self, _request: web.Request) -> web.Response:
        metrics = self._services.metrics
        metrics.live_duels.set(await self._services.storage.count_live())
        metrics.latency.set(_latency(self._client) or 0.0)
        return web.Response(
            body=generate_latest(metrics.registry), headers={"Content-Type": CONTENT_TYPE_LATEST}
        )


def _latency(client: discord.Client) -> float | None:
    """None before the first heartbeat was answered."""
    latency = client.latency
    return round(latency, 4) if isfinite(latency) else None
