"""Discord as painters meet it: it takes every request, or refuses some as it is told."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import discord

from bot.ui.wire.requests import Requests, ThreadRequests

POSTED = 112
MINUTES = discord.RateLimited(300)


def refusal(kind: type[discord.HTTPException], status: int, code: int) -> discord.HTTPException:
    response = SimpleNamespace(status=status, reason="")
    return kind(cast("Any", response), {"code": code, "message": ""})


class Discord(Requests):
    def __init__(self) -> None:
        super().__init__(discord.Client(intents=discord.Intents.none()), "token")
        self.problem: Exception | None = None
        """What goes wrong with every request."""
        self.problems: list[Exception | None] = []
        """What goes wrong with the next requests, one after the other."""
        self.answers = asyncio.Event()
        self.answers.set()
        self.threads = Threads(self)

    async def edit_now(self, *_: Any, **_more: Any) -> None:
        await self.answer()

    async def edit_through_token(self, *_: Any, **_more: Any) -> Any:
        await self.answer()

    async def post_now(self, *_: Any, **_more: Any) -> int:
        await self.answer()
        return POSTED

    async def post(self, *_: Any, **_more: Any) -> int:
        await self.answer()
        return POSTED

    async def delete(self, *_: Any, **_more: Any) -> None:
        await self.answer()

    async def answer(self) -> None:
        await self.answers.wait()
        problem = self.problems.pop(0) if self.problems else self.problem
        if problem is not None:
            raise problem


class Threads(ThreadRequests):
    def __init__(self, requests: Discord) -> None:
        self._requests = requests

    async def _send(self, *_: Any, **_more: Any) -> None:
        await self._requests.answer()
