"""Has pictures drawn by a process of its own, so that only the person who asked for one waits for it.

The plotting library takes a second to load and some 100 MB, so the process is started for the first picture
and ends when nobody has asked for one in a while.
"""

import asyncio
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from bot.pictures.picture import Picture

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
WORKER = "bot.pictures.worker"
PATIENCE = 20.0
"""Seconds for one picture, including the start of the process."""
QUEUE_LIMIT = 16
"""How many may wait for a picture; further requests get none."""
IDLE = 600.0
"""Seconds without a request, after which the process ends."""
NEEDED = frozenset(
    {
        *("PATH", "PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "SYSTEMROOT"),
        *("HOME", "USERPROFILE", "MPLCONFIGDIR", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"),
        *("TMPDIR", "TEMP", "TMP", "LANG", "LC_ALL", "LC_CTYPE"),
    }
)
"""The variables that Python and the plotting library may need: no token, no address of a database."""


def needed(environment: Mapping[str, str]) -> dict[str, str]:
    """Picks what the drawing process is told of the bot's environment."""
    return {name: value for name, value in environment.items() if name.upper() in NEEDED}


class DrawingProcess:
    def __init__(
        self,
        environment: Mapping[str, str] | None = None,
        patience: float = PATIENCE,
        queue_limit: int = QUEUE_LIMIT,
        idle: float = IDLE,
    ) -> None:
        self._environment = needed(environment or {})
        self._patience = patience
        self._queue_limit = queue_limit
        self._idle = idle
        self._waiting = 0
        self._one_at_a_time = asyncio.Lock()
        self._worker: Process | None = None
        self._killed = False
        self._idle_timer: asyncio.TimerHandle | None = None
        self._closed = False

    async def draw(self, picture: Picture) -> bytes | None:
        """Returns a PNG, or None if it could not be drawn, or not in time. A message is then sent without a
        picture."""
        if self._closed or self._waiting >= self._queue_limit:
            return None
        self._waiting += 1
        try:
            async with self._one_at_a_time:
                return await self._try_to_draw(picture)
        finally:
            self._waiting -= 1
            self._start_idle_timer()

    async def close(self) -> None:
        """Ends the process; requests that are waiting get None."""
        self._closed = True
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        self._kill()
        async with self._one_at_a_time:
            await self._discard_worker()

    async def _try_to_draw(self, picture: Picture) -> bytes | None:
        try:
            async with asyncio.timeout(self._patience):
                return await self._request(picture) or None
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            log.warning("picture could not be drawn: %r", error)
            await self._discard_worker()
            return None
        except asyncio.CancelledError:
            await self._discard_worker()
            raise

    async def _request(self, picture: Picture) -> bytes:
        """Sends the picture to the process, which is replaced once if it has died since the last picture."""
        request = json.dumps(asdict(picture)).encode() + b"\n"
        try:
            return await self._exchange(await self._running_worker(), request)
        except (ConnectionError, asyncio.IncompleteReadError):
            await self._discard_worker()
            return await self._exchange(await self._running_worker(), request)

    async def _exchange(self, worker: Process, request: bytes) -> bytes:
        if worker.stdin is None or worker.stdout is None:
            raise ConnectionError("the drawing process has no pipes")
        worker.stdin.write(request)
        await worker.stdin.drain()
        size = int.from_bytes(await worker.stdout.readexactly(4), "big")
        return await worker.stdout.readexactly(size)

    async def _running_worker(self) -> Process:
        """Starts the process if necessary, in a session of its own, so that Ctrl+C reaches only the bot. It
        inherits no open files but the log, and no secret of the environment."""
        if self._closed:
            raise ConnectionError("the drawing process is closed")
        if self._worker is None:
            self._worker = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", WORKER),
                cwd=ROOT,
                stdin=PIPE,
                stdout=PIPE,
                env=self._environment,
                close_fds=True,
                start_new_session=True,
            )
            self._killed = False
        return self._worker

    def _start_idle_timer(self) -> None:
        if self._idle_timer is not None:
            self._idle_timer.cancel()
        if not self._closed:
            self._idle_timer = asyncio.get_running_loop().call_later(self._idle, self._release_worker)

    def _release_worker(self) -> None:
        """Closes the process's input, upon which it ends by itself."""
        if self._worker is not None and self._worker.stdin is not None and not self._waiting:
            self._worker.stdin.close()

    async def _discard_worker(self) -> None:
        """Kills the process; a new one draws the next picture."""
        self._kill()
        worker, self._worker = self._worker, None
        if worker is not None:
            await worker.communicate()

    def _kill(self) -> None:
        """Sends the signal once. A second one to a process that is ending would collect its exit status
        before asyncio does, which then warns of an unknown process."""
        if self._worker is not None and self._worker.returncode is None and not self._killed:
            self._killed = True
            self._worker.kill()
