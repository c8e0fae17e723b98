"""Delivers events to the bot. On request some arrive twice or in a different order."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from sandbox.world.feed import Event

INTERACTIONS = "INTERACTION_CREATE"
LONGEST_HOLD = 0.5
"""A held event is delivered after so many seconds, even if no other event has come."""
Deliver: TypeAlias = Callable[[Event], None]


class UnreliableDelivery:
    """Repeats or reorders interactions. All other events are delivered once and in order."""

    def __init__(self, deliver: Deliver) -> None:
        self._deliver = deliver
        self._held: list[Event] = []
        self.repeats = 0
        """How many of the next interactions are delivered twice."""
        self.holds = 0
        """How many of the next interactions are delivered after the one that follows them."""

    def pass_on(self, event: Event) -> None:
        if event.name != INTERACTIONS:
            self._deliver(event)
        elif self.holds:
            self.holds -= 1
            self._held.append(event)
            asyncio.get_running_loop().call_later(LONGEST_HOLD, self._release, event)
        else:
            self._deliver_interaction(event)
            for held in [*self._held]:
                self._release(held)

    def _release(self, event: Event) -> None:
        if event in self._held:
            self._held.remove(event)
            self._deliver_interaction(event)

    def _deliver_interaction(self, event: Event) -> None:
        self._deliver(event)
        if self.repeats:
            self.repeats -= 1
            self._deliver(event)
