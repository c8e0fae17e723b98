"""Events that arrive twice, or in another order than they happened."""

import asyncio
from collections.abc import Callable
from typing import TypeAlias

from sandbox.world.feed import Event

PRESSES = "INTERACTION_CREATE"
LONGEST_HOLD = 0.5
"""Seconds; an event that nothing overtakes is delivered by then."""
Deliver: TypeAlias = Callable[[Event], None]


class UnreliableDelivery:
    """Meets interactions only: the order of everything else is not ours to change."""

    def __init__(self, deliver: Deliver) -> None:
        self._deliver = deliver
        self._held: list[Event] = []
        self.repeats = 0
        """So many of the next interactions are delivered twice."""
        self.holds = 0
        """So many of the next interactions are overtaken by the one after them."""

    def pass_on(self, event: Event) -> None:
        if event.name != PRESSES:
            self._deliver(event)
        elif self.holds:
            self.holds -= 1
            self._held.append(event)
            asyncio.get_running_loop().call_later(LONGEST_HOLD, self._let_go, event)
        else:
            self._deliver_press(event)
            for held in [*self._held]:
                self._let_go(held)

    def _let_go(self, event: Event) -> None:
        if event in self._held:
            self._held.remove(event)
            self._deliver_press(event)

    def _deliver_press(self, event: Event) -> None:
        self._deliver(event)
        if self.repeats:
            self.repeats -= 1
            self._deliver(event)
