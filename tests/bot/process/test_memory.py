"""Memory that stays as it is."""

import asyncio
from typing import Any

import pytest

from bot.process.memory import READ_AT_ONCE, shrink_read_buffers


class Listener(asyncio.Protocol):
    def __init__(self, size: int) -> None:
        self.heard: list[int] = []
        self.all_heard = asyncio.Event()
        self._size = size

    def data_received(self, data: bytes) -> None:
        self.heard.append(len(data))
        if sum(self.heard) == self._size:
            self.all_heard.set()


async def test_what_comes_is_read_in_small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    transports: Any = vars(asyncio.selector_events)["_SelectorTransport"]
    monkeypatch.setattr(transports, "max_size", transports.max_size)  # put back afterwards
    shrink_read_buffers()
    loop, listener = asyncio.get_running_loop(), Listener(5 * READ_AT_ONCE)
    server = await loop.create_server(lambda: listener, "127.0.0.1", 0)
    _, talker = await asyncio.open_connection(*server.sockets[0].getsockname())
    talker.write(bytes(5 * READ_AT_ONCE))
    async with asyncio.timeout(10):
        await listener.all_heard.wait()
    talker.close()
    server.close()
    assert max(listener.heard) <= READ_AT_ONCE
