"""Requests to Discord whose answers are looked at as they come: status, error code and headers."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

import aiohttp

from bot.doctor.machine import AGENT, DISCORD

LIMITED = 429
LONGEST_WAIT = 30.0
"""Seconds; a longer wait that Discord asks for is an answer too."""
TRIES = 10
LIMIT_HEADERS = ("Limit", "Remaining", "Reset-After", "Bucket", "Scope", "Global")


@dataclass(frozen=True, slots=True)
class RestAnswer:
    status: int
    body: Any = None
    headers: Mapping[str, str] = field(default_factory=dict)

    @property
    def code(self) -> int:
        """Discord's own number of an error; 0 if there was none."""
        return int(self.body.get("code") or 0) if isinstance(self.body, dict) and self.status >= 400 else 0

    @property
    def limits(self) -> dict[str, str]:
        """Returns what the answer says of rate limits."""
        found = {name: self.headers.get(f"X-RateLimit-{name}") for name in LIMIT_HEADERS}
        return {name: value for name, value in found.items() if value is not None}

    def __str__(self) -> str:
        return f"{self.status}, code {self.code}" if self.code else str(self.status)


class Rest:
    def __init__(self, token: str, api: str | None = None) -> None:
        self.identity = token
        """The bot's token."""
        self._api = api or DISCORD
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession()
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._session is not None:
            await self._session.close()

    async def send(self, method: str, path: str, body: object = None, *, token: bool = True) -> RestAnswer:
        """Sends a request. Waits as Discord asks it to, and tries again; a refusal is an answer."""
        answer = await self.send_once(method, path, body, token=token)
        for _ in range(TRIES):
            wait = float(answer.body["retry_after"]) if _can_wait(answer) else None
            if wait is None or wait > LONGEST_WAIT:
                break
            await asyncio.sleep(wait)
            answer = await self.send_once(method, path, body, token=token)
        return answer

    async def send_once(
        self, method: str, path: str, body: object = None, *, token: bool = True
    ) -> RestAnswer:
        """Sends one request, whatever is answered. Without `token` it is one that an interaction's token
        allows."""
        if self._session is None:
            raise RuntimeError("the session is not open")
        headers = {"User-Agent": AGENT} | ({"Authorization": f"Bot {self.identity}"} if token else {})
        async with self._session.request(method, self._api + path, json=body, headers=headers) as answer:
            text = await answer.text()
            return RestAnswer(answer.status, _read(text), dict(answer.headers))


def _can_wait(answer: RestAnswer) -> bool:
    return answer.status == LIMITED and isinstance(answer.body, dict) and "retry_after" in answer.body


def _read(text: str) -> Any:
    try:
        return json.loads(text) if text else None
    except ValueError:
        return text
