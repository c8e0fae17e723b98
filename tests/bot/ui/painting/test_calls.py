"""Messages that call players: one thing at a time is done about those of a duel."""

import asyncio
import logging
from dataclasses import dataclass, field, replace
from typing import Any, cast

import pytest

from bot.duels.duel import Duel, Status
from bot.ui.painting.calls import ACTIVE, CallMessages, Calls
from bot.ui.painting.rates import BoardRate, CallRate
from tests.support.arenas import ArenaRig, anonymous

MESSAGE = 99


@dataclass
class SlowMessages:
    """Deletes messages when it is told to."""

    go: asyncio.Event = field(default_factory=asyncio.Event)
    begun: int = 0
    at_once: int = 0
    most_at_once: int = 0

    def is_unsure(self, _duel: Duel) -> bool:
        return False

    async def clear(self, duel: Duel) -> Duel:
        self.begun += 1
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        await self.go.wait()
        self.at_once -= 1
        return duel.noted(call=None)


@dataclass
class OneDuel:
    """An arena that knows one duel, and direct messages of which none stands."""

    known: Duel

    async def duel(self, _number: int) -> Duel:
        return self.known

    async def tidy(self, _duel: Duel) -> None:
        pass


def of_one_duel(rig: ArenaRig, messages: SlowMessages, duel: Duel, boards: BoardRate | None = None) -> Calls:
    arena = cast("Any", OneDuel(duel))
    return Calls(
        cast("CallMessages", messages),
        arena,
        rig.settings,
        lambda _guild: arena,
        anonymous,
        CallRate(boards or BoardRate()),
        bell_of=rig.storage.bell,
        now=rig.time,
    )


async def test_a_message_is_not_deleted_twice_when_its_duel_is_looked_at_meanwhile(rig: ArenaRig) -> None:
    over = replace((await rig.duel()).noted(call=MESSAGE), status=Status.VOID)
    messages = SlowMessages()
    calls = of_one_duel(rig, messages, over)
    calls.look(over)
    while not messages.begun:
        await asyncio.sleep(0)
    calls.look(over.noted(call=None))
    calls.look(over)
    for _ in range(10):
        await asyncio.sleep(0)
    messages.go.set()
    await calls.finish()
    assert messages.most_at_once == 1


async def test_those_who_pressed_long_ago_are_forgotten(rig: ArenaRig) -> None:
    calls = of_one_duel(rig, SlowMessages(), await rig.duel())
    for person in range(100):
        calls.pressed(person)
    rig.time.now += ACTIVE
    calls.pressed(100)
    assert [*calls._pressed] == [100]


def said(caplog: pytest.LogCaptureFixture, duel: Duel) -> list[str]:
    """The lines about its call, without the key."""
    lines = [each.getMessage() for each in caplog.records]
    return [line.removeprefix(f"duel {duel.key}: ") for line in lines]


async def test_the_log_says_that_a_call_waits_for_the_rate_of_the_bot(
    rig: ArenaRig, caplog: pytest.LogCaptureFixture
) -> None:
    over = replace((await rig.duel()).noted(call=MESSAGE), status=Status.VOID)
    boards = BoardRate()
    while not boards.take():
        pass
    calls = of_one_duel(rig, SlowMessages(), over, boards)
    while not calls._rate.take():
        pass
    with caplog.at_level(logging.DEBUG, "bot.ui.painting"):
        calls.look(over)
        await asyncio.sleep(0.01)
    assert said(caplog, over) == ["call waits for the whole bot's rate"]
    calls.stop()


async def test_the_log_says_that_there_is_nothing_to_say_by_then(
    rig: ArenaRig, caplog: pytest.LogCaptureFixture
) -> None:
    live = await rig.duel()
    calls = of_one_duel(rig, SlowMessages(), replace(live, status=Status.VOID))
    calls.begun(live)
    with caplog.at_level(logging.DEBUG, "bot.ui.painting"):
        calls.look(live)
        await calls.finish()
    assert said(caplog, live) == ["call has nothing to say now"]
