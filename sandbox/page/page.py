"""Serves the page: its files, the list of people, and a websocket for each person."""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import orjson
from aiohttp import WSMsgType, web

from sandbox.page.connection import PersonConnection
from sandbox.server.platform import Platform
from sandbox.server.status import BotStatus
from sandbox.world.snowflake import as_id

FILES = Path(__file__).parent / "static"
FILE_NAME = re.compile(r"[a-z0-9_-]+\.(html|css|js|svg|png|woff2)")
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
LARGEST_MESSAGE = 64 * 1024
CLOSE_TIMEOUT = 1.0
WebHandler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Page:
    """The page's routes. They refuse requests of other sites that are open in the same browser."""

    def __init__(self, platform: Platform, status: BotStatus) -> None:
        self._platform = platform
        self._status = status
        self._sockets: set[web.WebSocketResponse] = set()
        self.port = 0

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self.guarded(self._index)),
            web.get("/page/static/{name}", self.guarded(self._file)),
            web.get("/page/people", self.guarded(self._people)),
            web.get("/page/ws", self.guarded(self._socket)),
        ]

    async def close(self) -> None:
        for socket in list(self._sockets):
            await socket.close(code=1001, message=b"The sandbox has stopped.")

    def guarded(self, handler: WebHandler) -> WebHandler:
        async def guarded(request: web.Request) -> web.StreamResponse:
            hosts = {f"127.0.0.1:{self.port}", f"localhost:{self.port}"}
            origin = request.headers.get("Origin")
            if request.host not in hosts or origin not in {None, f"http://{request.host}"}:
                raise web.HTTPForbidden(text="This page answers to its own address only.")
            return await handler(request)

        return guarded

    async def _index(self, _: web.Request) -> web.StreamResponse:
        return _serve("index.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return _serve(request.match_info["name"])

    async def _people(self, _: web.Request) -> web.StreamResponse:
        people = [{"user": user.wire()} for user in self._platform.world.users.values() if not user.bot]
        return web.Response(body=orjson.dumps(people), content_type="application/json")

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        user = self._platform.world.users.get(as_id(request.query.get("person")) or 0)
        if user is None or user.bot:
            raise web.HTTPNotFound(text="There is no such person.")
        socket = web.WebSocketResponse(timeout=CLOSE_TIMEOUT, max_msg_size=LARGEST_MESSAGE, compress=False)
        await socket.prepare(request)
        self._sockets.add(socket)
        connection = PersonConnection(self._platform, user, self._status, socket)
        try:
            async for message in socket:
                if message.type in {WSMsgType.TEXT, WSMsgType.BINARY}:
                    connection.receive(message.data)
        finally:
            connection.close()
            self._sockets.discard(socket)
        return socket


def _serve(name: str) -> web.StreamResponse:
    path = FILES / name
    if not FILE_NAME.fullmatch(name) or not path.is_file():
        raise web.HTTPNotFound(text="There is no such file.")
    headers = {
        "Content-Type": TYPES[path.suffix],
        "Content-Security-Policy": POLICY,
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "no-referrer",
        "Cache-Control": "no-cache",
    }
    return web.Response(body=path.read_bytes(), headers=headers)
