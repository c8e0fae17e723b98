"""The port HEALTH_PORT: /health says whether the bot is well, /metrics is for Prometheus."""

import errno

from aiohttp import web
from prometheus_client import CONTENT_TYPE_LATEST

from bot.config import BadConfig
from bot.health.report import Gateway, Report
from bot.services import Services

REASONS = {
    errno.EADDRINUSE: "another program uses that port",
    errno.EADDRNOTAVAIL: "this machine does not have that address",
    errno.EACCES: "only an administrator may open that port",
}


class HealthServer:
    def __init__(self, gateway: Gateway, services: Services, host: str, port: int) -> None:
        self._report = Report(gateway, services)
        self._place = host, port
        application = web.Application()
        application.add_routes([web.get("/health", self._health), web.get("/metrics", self._show_metrics)])
        self._runner = web.AppRunner(application, access_log=None)

    async def open(self) -> None:
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, *self._place).start()
        except OSError as problem:
            await self.close()
            raise BadConfig(why_closed(problem)) from None

    async def close(self) -> None:
        self._report.close()
        await self._runner.cleanup()

    @property
    def address(self) -> str:
        host, port = self._runner.addresses[0][:2]
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def _health(self, _request: web.Request) -> web.Response:
        said = await self._report.health()
        return web.json_response(said, status=200 if said["well"] else 503)

    async def _show_metrics(self, _request: web.Request) -> web.Response:
        text = await self._report.metrics()
        return web.Response(body=text.encode(), headers={"Content-Type": CONTENT_TYPE_LATEST})


def why_closed(problem: OSError) -> str:
    """Says why HEALTH_PORT can't be opened, in a sentence."""
    reason = REASONS.get(problem.errno or 0, "that address is not known here")
    return f"HEALTH_PORT can't be opened: {reason}. Choose another one."
