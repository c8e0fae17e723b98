"""The websocket of Discord's gateway, with one timer for all messages."""

import asyncio
from typing import Any

from discord.http import DiscordClientWebSocketResponse  # type: ignore[attr-defined]


class GatewaySocket(DiscordClientWebSocketResponse):
    """aiohttp sets a timer for every message that is waited for, which takes half the time of receiving
    one."""

    _timer: asyncio.TimerHandle | None = None
    _patience = 0.0
    _since = 0.0
    """Since when the next message is waited for."""

    async def receive(self, timeout: float | None = None) -> Any:
        """Raises `TimeoutError` if no message comes for so many seconds."""
        if timeout is not None:
            self._patience, self._since = timeout, self._loop.time()
            if self._timer is None:
                self._timer = self._loop.call_later(timeout, self._look)
        return await super().receive()

    def _look(self) -> None:
        """The timer is set anew if a message came meanwhile. If none is waited for, the next wait does so."""
        self._timer = None
        if not self._waiting:
            return
        left = self._since + self._patience - self._loop.time()
        if left > 0:
            self._timer = self._loop.call_later(left, self._look)
        else:
            self._reader.set_exception(TimeoutError())
