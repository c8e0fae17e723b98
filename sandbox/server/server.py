"""The whole sandbox as a server on loopback, with all that tests use to control it."""

import asyncio
import secrets
from types import TracebackType
from typing import Self

from aiohttp import web

from sandbox.gateway import Gateway
from sandbox.gateway.connection import BotConnection
from sandbox.messages.emoji import ApplicationEmoji
from sandbox.page.files import attachment_handler, emoji_handler
from sandbox.page.page import Page
from sandbox.people.person import REACTION, Person
from sandbox.rest import ROUTES
from sandbox.rest.pipeline import PREFIX, Pipeline, no_such_route
from sandbox.rest.plain_http import PlainConnection, Router
from sandbox.server.faults import Faults
from sandbox.server.latency import Latency
from sandbox.server.openapi import Contract, Violation
from sandbox.server.platform import MESSAGES_KEPT, Platform
from sandbox.server.status import BotStatus
from sandbox.server.traffic import Traffic
from sandbox.world.clock import Clock
from sandbox.world.world import World

LOOPBACK = "127.0.0.1"
LARGEST_REQUEST = 100 * 1024 * 1024


class BrokenContract(AssertionError):  # noqa: N818 - it fails a test, as an assertion does
    def __init__(self, violations: list[Violation]) -> None:
        super().__init__("Requests broke Discord's description of its API:\n" + "\n".join(violations))


class Sandbox:
    """`async with Sandbox(World.of({"The Arena": ["Ann", "Bob"]})) as sandbox: ...`

    Leaving the block raises an error if a request broke Discord's description of its API. A test that breaks
    it on purpose must clear `violations`. With `plain_http` requests cost much less but can send no files.
    """

    def __init__(
        self,
        world: World,
        *,
        port: int = 0,
        messages_kept: int = MESSAGES_KEPT,
        contract: Contract | None = None,
        plain_http: bool = False,
    ) -> None:
        self.world = world
        self.platform = Platform(world, secrets.token_urlsafe(24), messages_kept)
        self.limits = self.platform.limits
        self.status = BotStatus(self.gateway, world.feed)
        self.faults = Faults(self.platform)
        self.contract = contract or Contract.load()
        self.violations: list[Violation] = []
        self.traffic = Traffic()
        self._page = Page(self.platform, self.status)
        self._runner: web.AppRunner | None = None
        self._port = port
        self._plain_http = plain_http
        self._plain_server: asyncio.Server | None = None

    @property
    def clock(self) -> Clock:
        return self.world.clock

    @property
    def emoji(self) -> ApplicationEmoji:
        return self.world.emoji

    @property
    def gateway(self) -> Gateway:
        return self.platform.gateway

    @property
    def token(self) -> str:
        """The bot's token. Discord resets it when a bot has started too many sessions."""
        return self.gateway.token

    @property
    def latency(self) -> Latency | None:
        """How long requests and events are on their way; None: no time at all."""
        return self.platform.network.latency

    @latency.setter
    def latency(self, latency: Latency | None) -> None:
        self.platform.network.latency = latency

    @property
    def url(self) -> str:
        return f"http://{LOOPBACK}:{self._port}"

    @property
    def api_url(self) -> str:
        port = self._plain_server.sockets[0].getsockname()[1] if self._plain_server else self._port
        return f"http://{LOOPBACK}:{port}{PREFIX}"

    @property
    def environment(self) -> dict[str, str]:
        """The environment variables that make a bot connect to this sandbox."""
        return {"DISCORD_API": self.api_url, "DISCORD_TOKEN": self.token}

    def person(self, name: str, *, reaction: float = REACTION) -> Person:
        """A new client of the person with that name. It shows their first channel."""
        return Person(self.platform, self.world.person(name), reaction)

    async def start(self) -> None:
        pipeline = self._pipeline()
        if self._plain_http:
            router = Router(pipeline, ROUTES)
            loop = asyncio.get_running_loop()
            self._plain_server = await loop.create_server(lambda: PlainConnection(router), LOOPBACK, 0)
        self._runner = web.AppRunner(self._application(pipeline), access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await web.TCPSite(self._runner, LOOPBACK, self._port).start()
        self._port = self._runner.addresses[0][1]
        self.gateway.url = f"ws://{LOOPBACK}:{self._port}/gateway"
        self.platform.messages.base_url = self.url
        self._page.port = self._port

    async def stop(self) -> None:
        await self._page.close()
        for session in self.gateway.connected:
            if session.socket is not None:
                await session.socket.close(1001)
        if self._plain_server is not None:
            self._plain_server.close()
        if self._runner is not None:
            await self._runner.cleanup()
        self.clock.stop()

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()
        if error is None and self.violations:
            raise BrokenContract(self.violations)

    def _pipeline(self) -> Pipeline:
        return Pipeline(
            self.platform,
            self.limits,
            self.faults,
            self.contract,
            self.violations,
            self.traffic,
        )

    def _application(self, pipeline: Pipeline) -> web.Application:
        application = web.Application(client_max_size=LARGEST_REQUEST)
        application.add_routes(pipeline.routes(ROUTES))
        application.add_routes([web.route("*", "/api/{rest:.*}", no_such_route)])
        application.add_routes(
            [web.get("/gateway", self._serve_gateway), web.get("/gateway/", self._serve_gateway)]
        )
        attachments = self._page.guarded(attachment_handler(self.platform))
        emoji = self._page.guarded(emoji_handler(self.platform))
        application.add_routes(
            [web.get("/attachments/{id}/{name}", attachments), web.get("/emojis/{id}.{kind}", emoji)]
        )
        application.add_routes(self._page.routes())
        return application

    async def _serve_gateway(self, request: web.Request) -> web.StreamResponse:
        if self.gateway.closed:
            return web.Response(status=503)
        return await BotConnection(self.gateway).serve(request)
