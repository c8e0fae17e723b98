"""The real bot process, which can die at any moment and comes back on the same database."""

import asyncio
from collections.abc import Awaitable, Mapping
from typing import TypeVar

from sandbox import Sandbox
from sandbox.server.process import BotProcess

T = TypeVar("T")
PATIENCE = 30.0


class Died(Exception):  # noqa: N818 - it says what happened to the bot
    """The bot died while somebody waited for its answer."""


class MortalBot:
    def __init__(
        self, sandbox: Sandbox, address: str, module: str = "bot", env: Mapping[str, str] | None = None
    ) -> None:
        self._sandbox = sandbox
        self.lines: list[str] = []
        """What it has written, in all its lives."""
        env = {**sandbox.environment, "DATABASE_URL": address, **(env or {})}
        self._process = BotProcess(module, env, sandbox.status, self.lines.append)
        self._up = asyncio.Event()
        self._down = asyncio.Event()
        self._asked = False
        self._watching: asyncio.Task[None] | None = None
        self.lives = 0
        self.falls = 0
        """How often it ended although nobody had asked it to."""

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_up(self) -> bool:
        return self._up.is_set()

    async def start(self) -> None:
        self._asked = False
        await self._process.start()
        self._watching = asyncio.create_task(self._watch())
        await until_ready(self._sandbox)
        self.lives += 1
        self._down.clear()
        self._up.set()

    async def kill(self) -> None:
        self._asked = True
        self._process.kill()
        self._note_death()
        await self._process.wait()

    async def stop(self) -> None:
        self._asked = True
        await self._process.stop()
        self._note_death()

    async def alive(self) -> None:
        await self._up.wait()

    async def outlives(self, waiting: Awaitable[T]) -> T:
        """What was waited for, unless the bot dies first."""
        wanted = asyncio.ensure_future(waiting)
        wanted.add_done_callback(_take_note)
        death = asyncio.ensure_future(self._down.wait())
        try:
            await asyncio.wait({wanted, death}, return_when=asyncio.FIRST_COMPLETED)
            if not wanted.done():
                raise Died
            return wanted.result()
        finally:
            wanted.cancel()
            death.cancel()

    async def _watch(self) -> None:
        await self._process.wait()
        if not self._asked:
            self.falls += 1
            self._note_death()

    def _note_death(self) -> None:
        self._up.clear()
        self._down.set()


def _take_note(done: "asyncio.Future[T]") -> None:
    """What failed in the very moment of a death needs no mention."""
    if not done.cancelled():
        done.exception()


async def until_ready(sandbox: Sandbox) -> None:
    """Until a bot's process is connected."""
    async with asyncio.timeout(PATIENCE):
        while sandbox.status.state != "ready":
            if sandbox.status.state == "crashed":
                raise RuntimeError("The bot ended before it was ready.")
            await asyncio.sleep(0.01)
