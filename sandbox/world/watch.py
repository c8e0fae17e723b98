"""Lets a task sleep until something changes in a channel."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager

from sandbox.world.entities import Message
from sandbox.world.feed import Feed, Listener


class Watch(Listener):
    def __init__(self, feed: Feed) -> None:
        self._waiting: dict[int, set[asyncio.Event]] = {}
        feed.join(self)

    @contextmanager
    def on(self, channel_id: int) -> Iterator[asyncio.Event]:
        change = asyncio.Event()
        self._waiting.setdefault(channel_id, set()).add(change)
        try:
            yield change
        finally:
            waiting = self._waiting[channel_id]
            waiting.discard(change)
            if not waiting:
                del self._waiting[channel_id]

    def shown(self, message: Message) -> None:
        for change in self._waiting.get(message.channel_id, ()):
            change.set()

    def gone(self, message: Message) -> None:
        self.shown(message)

    def world_changed(self) -> None:
        for waiting in self._waiting.values():
            for change in waiting:
                change.set()
