"""The steps of every request: ban, token, rate limit, fault, body, contract, then the route's handler."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple, TypeAlias

import orjson
from aiohttp import web

from sandbox.rest.body import Request, read_body
from sandbox.rest.call import Call, Result, Route, Status
from sandbox.server.errors import ApiError, unauthorized
from sandbox.server.faults import Fault, Faults
from sandbox.server.openapi import Contract, Violation
from sandbox.server.platform import Platform
from sandbox.server.ratelimit import RateLimits
from sandbox.server.traffic import Traffic

PREFIX = "/api/v10"
MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token")
CLIENT_CLOSED_REQUEST = 499
"""The status for a bot that disconnected before its request was complete. Nobody reads it."""
BAN_PAGE = "<!doctype html><title>Access denied</title><h1>Error 1015</h1><p>You are being rate limited.</p>"
WebHandler: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]


class Response(NamedTuple):
    status: int
    body: object
    headers: dict[str, str]


Endpoint: TypeAlias = Callable[[Request], Awaitable[Response | None]]
"""Answers a request. The response is None if the bot has disconnected."""
NO_SUCH_ROUTE = Response(404, {"message": "404: Not Found", "code": 0}, {})


@dataclass(frozen=True, slots=True)
class Pipeline:
    platform: Platform
    limits: RateLimits
    faults: Faults
    contract: Contract
    violations: list[Violation]
    traffic: Traffic

    def routes(self, table: Iterable[Route]) -> list[web.RouteDef]:
        return [web.route(route.method, PREFIX + route.path, self._web_handler(route)) for route in table]

    def _web_handler(self, route: Route) -> WebHandler:
        endpoint = self.endpoint(route)

        async def handle(request: web.Request) -> web.StreamResponse:
            response = await endpoint(request)
            if response is None:
                return web.Response(status=CLIENT_CLOSED_REQUEST)
            return as_web_response(response)

        return handle

    def endpoint(self, route: Route) -> Endpoint:
        """Makes the function that serves a route, for both HTTP servers."""
        key = route.key

        async def serve(request: Request) -> Response | None:
            delay = self.platform.network.delay()
            if delay:
                await asyncio.sleep(delay / 2)
            response = await self._respond(route, key, request)
            if delay:
                await asyncio.sleep(delay / 2)
            return response

        return serve

    async def _respond(self, route: Route, key: str, request: Request) -> Response | None:
        headers: dict[str, str] = {}
        result: Result
        ban = self.faults.ban_left()
        if ban:
            self.traffic.record(request.method, request.path, 429)
            return banned(ban)
        try:
            self._check_token(route, request)
            headers = self._count(route, key, request)
            fault = self.faults.take_for(key)
            if fault is None:
                result = await self._serve(route, request)
            else:
                result = await self._serve_with_fault(fault, route, request)
        except ApiError as error:
            result = Status(error.status, error.body())
            headers |= error.headers
        except ConnectionResetError:
            return None
        status, body = _status_of(result)
        self.traffic.record(request.method, request.path, status)
        return Response(status, body, headers)

    def _check_token(self, route: Route, request: Request) -> None:
        if route.without_token:
            return
        if request.headers.get("Authorization") != f"Bot {self.platform.gateway.token}":
            raise unauthorized()

    def _count(self, route: Route, key: str, request: Request) -> dict[str, str]:
        if not route.without_token:
            self.limits.count_globally()
        if route.rate is None:
            return {}
        path = request.match_info
        major = "/".join(path[name] for name in MAJOR if name in path)
        return self.limits.count(key, route.rate, major)

    async def _serve(self, route: Route, request: Request) -> Result:
        body, uploads = await read_body(request)
        call = Call(self.platform, request.match_info, request.query, body, uploads)
        if body is not None:
            call.violation = self.contract.check(route.method, route.path, body)
            if call.violation is not None:
                self.violations.append(call.violation)
                if not route.checks_body:
                    call.refuse_violation()
        return route.handler(call)

    async def _serve_with_fault(self, fault: Fault, route: Route, request: Request) -> Result:
        if fault.delay:
            await asyncio.sleep(fault.delay)
        result = None
        if fault.late or (fault.error is None and not fault.breaks):
            result = await self._serve(route, request)
        if fault.breaks and request.transport is not None:
            request.transport.abort()
        if fault.error is not None:
            raise fault.error
        return result


def banned(seconds: float) -> Response:
    """What Cloudflare answers, in front of Discord, to an address that it has banned for a while."""
    headers = {"Retry-After": str(ceil(seconds)), "Server": "cloudflare"}
    return Response(429, BAN_PAGE, headers)


def encoded_body(response: Response) -> tuple[bytes, str]:
    """The body and its content type: a page if it is a text, otherwise JSON."""
    if isinstance(response.body, str):
        return response.body.encode(), "text/html"
    return orjson.dumps(response.body), "application/json"


def as_web_response(response: Response) -> web.Response:
    if response.status == 204:
        return web.Response(status=204, headers=response.headers)
    body, kind = encoded_body(response)
    return web.Response(status=response.status, body=body, headers=response.headers | {"Content-Type": kind})


async def no_such_route(_: web.Request) -> web.StreamResponse:
    return as_web_response(NO_SUCH_ROUTE)


def _status_of(result: Result) -> tuple[int, object]:
    if isinstance(result, Status):
        return result.status, result.body
    return (204, None) if result is None else (200, result)
