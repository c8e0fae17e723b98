"""An interaction that Discord delivers twice is let in once."""

from typing import Any, cast

import discord
import pytest

from bot.health.metrics import Metrics
from bot.ui.wire.intake import EVENT, REMEMBERED, Intake, Receiver, handlers_of
from bot.ui.wire.press import Press
from bot.ui.wire.requests import Requests
from tests.bot.ui.wire.test_press import payload


class Deliveries:
    """discord.py in front of an intake, and the interactions that come through it."""

    def __init__(self) -> None:
        self.routed: list[int] = []
        self.met: list[int] = []
        client = discord.Client(intents=discord.Intents.none())
        counts_nothing = cast("Metrics", None)
        Intake(Requests(client, "token"), counts_nothing, self._route, self._meet).open(client)
        self._handle: Receiver = handlers_of(client)[EVENT]

    def deliver(self, *numbers: int) -> list[int]:
        """Those that come through."""
        before = len(self.routed)
        for number in numbers:
            self._handle(payload(id=str(number)))
        return self.routed[before:]

    def _route(self, press: Press) -> None:
        self.routed.append(press.id)

    def _meet(self, one: dict[str, Any]) -> None:
        self.met.append(int(one["id"]))


@pytest.fixture
def deliveries() -> Deliveries:
    return Deliveries()


async def test_an_interaction_is_let_in_once(deliveries: Deliveries) -> None:
    assert deliveries.deliver(1, 2, 1, 2, 3) == [1, 2, 3]
    assert deliveries.met == [1, 2, 3]


async def test_only_so_many_are_remembered_and_the_oldest_is_forgotten_first(deliveries: Deliveries) -> None:
    deliveries.deliver(*range(1, REMEMBERED + 2))
    assert deliveries.deliver(2, 1) == [1]
