"""Keeps several processes running: starts again what ends, and stops them all together."""

import asyncio
import logging
import time
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from typing import Any

from bot.supervisor import health, metrics
from bot.supervisor.child import Child
from bot.supervisor.port import Page, in_json

log = logging.getLogger(__name__)

FIRST_PAUSE = 1.0
"""Seconds until a process that has ended is started again; the pause doubles each time."""
STEADY = 600.0
"""Seconds; a process that has run for longer is started again as if for the first time."""
SESSIONS_A_DAY = 500
"""Discord withdraws the token after a thousand sessions a day, so processes that end again and again begin no
more than this."""
DAY = 86_400.0
REFUSED = 1
"""The exit code of a process that can't start and has said why."""


class Supervisor:
    def __init__(self, children: Sequence[Child], first_pause: float = FIRST_PAUSE) -> None:
        self._children = children
        self._first_pause = first_pause
        self._over: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    async def run(self) -> int:
        """Returns the exit code, when it was told to stop or a process can't be started. The others are
        started after the first one, which brings the tables and the commands up to date: if that can't be
        done, it is said once."""
        first, *others = self._children
        keeping = [asyncio.create_task(self._keep(first))]
        ready = asyncio.create_task(first.ready.wait())
        waiting: set[asyncio.Future[Any]] = {self._over, ready, *keeping}
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        keeping += [asyncio.create_task(self._keep(child)) for child in others]
        await asyncio.wait({self._over, *keeping}, return_when=asyncio.FIRST_COMPLETED)
        self.stop(REFUSED)
        await asyncio.gather(*(child.stop() for child in self._children))
        codes = await asyncio.gather(*keeping)
        return self._over.result() or int(any(codes))

    def stop(self, code: int = 0) -> None:
        if not self._over.done():
            self._over.set_result(code)

    async def health(self) -> Page:
        said = {child: asyncio.ensure_future(child.ask("health")) for child in self._children}
        report = health.together({child: await answer for child, answer in said.items()})
        return in_json(report, HTTPStatus.OK if report["well"] else HTTPStatus.SERVICE_UNAVAILABLE)

    async def metrics(self) -> Page:
        """A process that does not answer is left out."""
        pages = await asyncio.gather(*(child.ask("metrics") for child in self._children))
        said = {child.number: page for child, page in zip(self._children, pages, strict=True) if page}
        text = metrics.merged(said) + metrics.of_children(self._children)
        return Page(HTTPStatus.OK, metrics.CONTENT_TYPE, text)

    async def _keep(self, child: Child) -> int:
        """Runs a process again and again; returns its last exit code."""
        waits = self._pauses()
        while not self._over.done():
            began = time.monotonic()
            code = await child.run()
            if self._over.done():
                return code
            if code == REFUSED and self._is_hopeless(child):
                self.stop(code)
                return code
            waits = self._pauses() if time.monotonic() - began > STEADY else waits
            pause = next(waits)
            child.ended = f"has ended with code {code} and is started again after {pause:.0f} seconds"
            log.error("process %d %s", child.number, child.ended)
            await asyncio.wait([self._over], timeout=pause)
        return 0

    def _pauses(self) -> Iterator[float]:
        return pauses(self._children[0].shards.count, self._first_pause)

    def _is_hopeless(self, child: Child) -> bool:
        """Whether it would end in the same way again: it has never worked, or no other does now. What a
        process has to wait for, such as its database, is away for one alone only for a moment."""
        return not child.was_ready or not any(other.is_ready for other in self._children)


def pauses(shards: int, first: float = FIRST_PAUSE) -> Iterator[float]:
    """How long a process that ends again and again stays away, if all processes together run so many shards
    and all do so."""
    pause = first
    while True:
        yield pause
        pause = min(2 * pause, DAY * shards / SESSIONS_A_DAY)
