"""The desk every request passes: token, rate limit, fault, body, contract, then the route itself."""

from collections.abc import Awaitable, Callable, Iterable
from typing import TypeAlias

import orjson
from aiohttp import web

from sandbox.errors import ApiError, unauthorized
from sandbox.platform import Platform
from sandbox.ratelimit import RateLimits
from sandbox.rest.body import read_body
from sandbox.rest.call import Call, Result, Route, Status

PREFIX = "/api/v10"
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_id")
Handler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Desk:
    def __init__(self, platform: Platform, token: str, limits: RateLimits) -> None:
        self._platform = platform
        self._authorization = f"Bot {token}"
        self._limits = limits

    def routes(self, table: Iterable[Route]) -> list[web.RouteDef]:
        return [web.route(route.method, PREFIX + route.path, self._handler(route)) for route in table]

    def _handler(self, route: Route) -> Handler:
        async def handle(request: web.Request) -> web.StreamResponse:
            headers: dict[str, str] = {}
            try:
                headers = self._admit(route, request)
                result = await self._serve(route, request)
            except ApiError as error:
                return respond(error.status, error.body(), headers | error.headers)
            if isinstance(result, Status):
                return respond(result.status, result.body, headers)
            return respond(200 if result is not None else 204, result, headers)

        return handle

    def _admit(self, route: Route, request: web.Request) -> dict[str, str]:
        if not route.open:
            if request.headers.get("Authorization") != self._authorization:
                raise unauthorized()
            self._limits.count_globally()
        if route.rate is None:
            return {}
        path = request.match_info
        major = "/".join(path[name] for name in MAJOR if name in path)
        return self._limits.count(route.key, route.rate, major)

    async def _serve(self, route: Route, request: web.Request) -> Result:
        body, uploads = await read_body(request)
        call = Call(self._platform, dict(request.match_info), dict(request.query), body, uploads)
        return route.handler(call)


def respond(status: int, body: object, headers: dict[str, str]) -> web.Response:
    if status == 204:
        return web.Response(status=204, headers=headers)
    headers["Content-Type"] = "application/json"
    return web.Response(status=status, body=orjson.dumps(body), headers=headers)


async def no_such_route(_: web.Request) -> web.StreamResponse:
    return respond(404, {"message": "404: Not Found", "code": 0}, {})
