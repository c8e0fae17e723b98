"""The real bot process, which can die at any moment and comes back on the same database."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

from sandbox import Sandbox
from sandbox.process import BotProcess

T = TypeVar("T")


class Died(Exception):  # noqa: N818 - it says what happened to the bot
    """The bot died while somebody waited for its answer."""


class MortalBot:
    def __init__(self, sandbox: Sandbox, address: str) -> None:
        self._sandbox = sandbox
        env = sandbox.environment | {"DATABASE_URL": address}
        self._process = BotProcess("bot", env, sandbox.status)
        self._up = asyncio.Event()
        self._down = asyncio.Event()
        self.lives = 0

    async def start(self) -> None:
        await self._process.start()
        await until_ready(self._sandbox)
        self.lives += 1
        self._down.clear()
        self._up.set()

    async def kill(self) -> None:
        self._process.kill()
        self._up.clear()
        self._down.set()
        await self._process.wait()

    async def stop(self) -> None:
        await self._process.stop()

    async def alive(self) -> None:
        await self._up.wait()

    async def outlives(self, waiting: Awaitable[T]) -> T:
        """What was waited for, unless the bot dies first."""
        wanted = asyncio.ensure_future(waiting)
        death = asyncio.ensure_future(self._down.wait())
        try:
            await asyncio.wait({wanted, death}, return_when=asyncio.FIRST_COMPLETED)
            if not wanted.done():
                raise Died
            return wanted.result()
        finally:
            wanted.cancel()
            death.cancel()


async def until_ready(sandbox: Sandbox) -> None:
    """Until a bot's process is connected."""
    async with asyncio.timeout(30):
        while sandbox.status.state != "ready":
            assert sandbox.status.state != "crashed"
            await asyncio.sleep(0.01)
