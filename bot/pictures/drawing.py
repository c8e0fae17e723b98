"""Where pictures are drawn: by a process of its own, so that nobody waits for a picture but who asked for it.

The plotting library takes a second to load and some 100 MB, so the process is started for the first picture
and let go when nobody has asked for one in a while.
"""

import asyncio
import json
import logging
import sys
from asyncio.subprocess import PIPE, Process
from dataclasses import asdict
from pathlib import Path

from bot.pictures.picture import Picture

log = logging.getLogger(__name__)

ROOT = Path(__file__).parents[2]
EASEL = "bot.pictures.worker"
PATIENCE = 20.0
"""Seconds for one picture, the start of the process included."""
CROWD = 16
"""How many may wait; whoever comes then goes without."""
IDLE = 600.0


class Studio:
    def __init__(self, patience: float = PATIENCE, crowd: int = CROWD, idle: float = IDLE) -> None:
        self._patience = patience
        self._crowd = crowd
        self._idle = idle
        self._waiting = 0
        self._turn = asyncio.Lock()
        self._easel: Process | None = None
        self._killed = False
        self._rest: asyncio.TimerHandle | None = None
        self._closed = False

    async def draw(self, picture: Picture) -> bytes | None:
        """A PNG; None when it could not be drawn, or not in time: whoever asked goes on without."""
        if self._closed or self._waiting >= self._crowd:
            return None
        self._waiting += 1
        try:
            async with self._turn:
                return await self._try_to_draw(picture)
        finally:
            self._waiting -= 1
            self._rest_later()

    async def close(self) -> None:
        """Whoever still waits goes without."""
        self._closed = True
        if self._rest is not None:
            self._rest.cancel()
        self._kill()
        async with self._turn:
            await self._put_away()

    async def _try_to_draw(self, picture: Picture) -> bytes | None:
        try:
            async with asyncio.timeout(self._patience):
                return await self._ask(picture) or None
        except (TimeoutError, OSError, asyncio.IncompleteReadError) as error:
            log.warning("a picture could not be drawn (%r)", error)
            await self._put_away()
            return None
        except asyncio.CancelledError:
            await self._put_away()
            raise

    async def _ask(self, picture: Picture) -> bytes:
        """A process that died since the last picture is replaced, once."""
        order = json.dumps(asdict(picture)).encode() + b"\n"
        try:
            return await self._exchange(await self._at_easel(), order)
        except (ConnectionError, asyncio.IncompleteReadError):
            await self._put_away()
            return await self._exchange(await self._at_easel(), order)

    async def _exchange(self, easel: Process, order: bytes) -> bytes:
        if easel.stdin is None or easel.stdout is None:
            raise ConnectionError("the easel has no pipes")
        easel.stdin.write(order)
        await easel.stdin.drain()
        size = int.from_bytes(await easel.stdout.readexactly(4), "big")
        return await easel.stdout.readexactly(size)

    async def _at_easel(self) -> Process:
        """In a session of its own: an interrupt from the keyboard is for the bot alone to handle."""
        if self._closed:
            raise ConnectionError("the studio is closed")
        if self._easel is None:
            self._easel = await asyncio.create_subprocess_exec(
                sys.executable, "-m", EASEL, cwd=ROOT, stdin=PIPE, stdout=PIPE, start_new_session=True
            )
            self._killed = False
        return self._easel

    def _rest_later(self) -> None:
        if self._rest is not None:
            self._rest.cancel()
        if not self._closed:
            self._rest = asyncio.get_running_loop().call_later(self._idle, self._let_go)

    def _let_go(self) -> None:
        """With nothing more to read it ends by itself."""
        if self._easel is not None and self._easel.stdin is not None and not self._waiting:
            self._easel.stdin.close()

    async def _put_away(self) -> None:
        """The next picture is drawn by a fresh one."""
        self._kill()
        easel, self._easel = self._easel, None
        if easel is not None:
            await easel.communicate()

    def _kill(self) -> None:
        """Once: a second signal to a process that is about to end would take its end away from asyncio, which
        then warns of a process it doesn't know."""
        if self._easel is not None and self._easel.returncode is None and not self._killed:
            self._killed = True
            self._easel.kill()
