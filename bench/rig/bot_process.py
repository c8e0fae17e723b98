"""The real bot in a process of its own, which can be killed at any moment, and what such a process takes."""

import asyncio
import os
from collections.abc import AsyncIterator, Awaitable, Coroutine, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from sandbox import Sandbox
from sandbox.server.process import BotProcess

T = TypeVar("T")
PATIENCE = 30.0
PAGE = os.sysconf("SC_PAGE_SIZE")


class BotDied(Exception):  # noqa: N818 - an event, not an error
    """The bot died while somebody waited for its answer."""


class KillableBot:
    """Starts, kills and stops the bot."""

    def __init__(
        self, sandbox: Sandbox, address: str, module: str = "bot", env: Mapping[str, str] | None = None
    ) -> None:
        self._sandbox = sandbox
        self.lines: list[str] = []
        """Everything that the bot has logged, over all starts."""
        env = {**sandbox.environment, "DATABASE_URL": address, **(env or {})}
        self._process = BotProcess(module, env, sandbox.status, self.lines.append)
        self._up = asyncio.Event()
        self._down = asyncio.Event()
        self._ended_on_purpose = False
        self._watching: asyncio.Task[None] | None = None
        self.starts = 0
        self.crashes = 0
        """How often the bot ended by itself."""

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_up(self) -> bool:
        return self._up.is_set()

    async def start(self) -> None:
        self._ended_on_purpose = False
        await self._process.start()
        self._watching = asyncio.create_task(self._watch())
        await until_ready(self._sandbox)
        self.starts += 1
        self._down.clear()
        self._up.set()

    async def kill(self) -> None:
        self._ended_on_purpose = True
        self._process.kill()
        self._set_down()
        await self._process.wait()

    async def stop(self) -> None:
        self._ended_on_purpose = True
        await self._process.stop()
        self._set_down()

    async def wait_until_up(self) -> None:
        await self._up.wait()

    async def unless_it_dies(self, waiting: Awaitable[T]) -> T:
        """Waits for a result. Raises `BotDied` if the bot dies first."""
        wanted = asyncio.ensure_future(waiting)
        wanted.add_done_callback(_retrieve_exception)
        down = asyncio.ensure_future(self._down.wait())
        try:
            await asyncio.wait({wanted, down}, return_when=asyncio.FIRST_COMPLETED)
            if not wanted.done():
                raise BotDied
            return wanted.result()
        finally:
            wanted.cancel()
            down.cancel()

    async def _watch(self) -> None:
        await self._process.wait()
        if not self._ended_on_purpose:
            self.crashes += 1
            self._set_down()

    def _set_down(self) -> None:
        self._up.clear()
        self._down.set()


def _retrieve_exception(done: "asyncio.Future[T]") -> None:
    """Keeps asyncio from logging an error that came when the bot died."""
    if not done.cancelled():
        done.exception()


async def until_ready(sandbox: Sandbox) -> None:
    """Waits until the bot is connected."""
    async with asyncio.timeout(PATIENCE):
        while sandbox.status.state != "ready":
            if sandbox.status.state == "crashed":
                raise RuntimeError("The bot ended before it was ready.")
            await asyncio.sleep(0.01)


def cpu_seconds(pid: int) -> float:
    """User and system time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def memory_of(pid: int) -> int:
    """Bytes of memory that a process uses."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


@asynccontextmanager
async def beside(work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Does something while the block runs, and ends it then."""
    working = asyncio.create_task(work)
    try:
        yield
    finally:
        working.cancel()
        await asyncio.gather(working, return_exceptions=True)
