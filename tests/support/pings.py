"""Counts the pings that people get."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from sandbox import Sandbox
from sandbox.world.feed import Event, Listener


class Pings(Listener):
    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()

    def dispatched(self, event: Event) -> None:
        """Only a new message pings; an edit does not."""
        if event.name == "MESSAGE_CREATE":
            self.counted.update(user["global_name"] for user in event.data["mentions"])


@contextmanager
def recorded_pings(sandbox: Sandbox) -> Iterator[Counter[str]]:
    """How often each person is pinged inside the block, by name."""
    pings = Pings()
    sandbox.world.feed.join(pings)
    try:
        yield pings.counted
    finally:
        sandbox.world.feed.leave(pings)
