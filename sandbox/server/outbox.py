"""A queue of frames for a socket. Its own task sends them in order."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable


class Outbox:
    def __init__(self, send: Callable[[bytes], Awaitable[None]]) -> None:
        self._send = send
        self._frames: deque[bytes] = deque()
        self._wake = asyncio.Event()
        self._writer = asyncio.create_task(self._write())

    def put(self, frame: bytes) -> None:
        self._frames.append(frame)
        self._wake.set()

    def close(self) -> None:
        self._writer.cancel()

    async def _write(self) -> None:
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                while self._frames:
                    await self._send(self._frames.popleft())
        except (ConnectionError, RuntimeError):
            return  # the socket is closed; the task that reads from it cleans up
