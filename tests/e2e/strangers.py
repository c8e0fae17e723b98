"""A client that has met nobody looks over everybody's shoulder: who is shown to it without a name?"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from sandbox import Sandbox
from sandbox.people.looking import look
from sandbox.world.entities import Message
from sandbox.world.feed import Event, Listener

UNKNOWN = "@unknown-user"
RAW = re.compile(r"(?<![\w/:])\d{17,20}(?![\w/])")
"""An id in the middle of a text; addresses and times may hold one."""


class Stranger(Listener):
    """Reads every message at every moment. A private one is read by the person it is for."""

    def __init__(self, sandbox: Sandbox) -> None:
        self._world = sandbox.world
        self.nameless: list[str] = []
        self.read = 0
        self.pinged: list[tuple[str, str]] = []
        """Who was notified by a new message, and its text."""

    def shown(self, message: Message) -> None:
        known = set() if message.only_for is None else {message.only_for}
        text = look(self._world, message, known).text
        self.read += 1
        if UNKNOWN in text or RAW.search(text):
            self.nameless.append(text)

    def dispatched(self, event: Event) -> None:
        if event.name == "MESSAGE_CREATE":
            text = event.data["content"] or str(event.data["components"])
            self.pinged += [(user["global_name"], text) for user in event.data["mentions"]]


@contextmanager
def stranger(sandbox: Sandbox) -> Iterator[Stranger]:
    """Looks on while the block is carried out."""
    looking = Stranger(sandbox)
    sandbox.world.feed.join(looking)
    try:
        yield looking
    finally:
        sandbox.world.feed.leave(looking)
