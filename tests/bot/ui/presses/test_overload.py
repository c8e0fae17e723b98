"""Presses begin in turn, server by server, and those that would be answered too late make room for others."""

import asyncio
from dataclasses import replace

import discord
import pytest
from bot.ui.presses.overload import AT_ONCE, PER_TURN, SHARE, Overload

from bot.ui.wire.press import Press, press_from
from bot.ui.wire.requests import Requests
from games.engine import Refused
from tests.bot.ui.wire.test_press import payload

BURSTING, OTHER, THIRD = 1, 2, 3


class Rig:
    """Presses that begin, and end when they are told to."""

    def __init__(self, overload: Overload) -> None:
        self.overload = overload
        self.begun: list[int] = []
        self.refused = 0
        self.end = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.last = press_from(payload(), Requests(discord.Client(intents=discord.Intents.none())))

    def press(self, server: int, number: int = 1) -> None:
        self.tasks += [
            asyncio.create_task(self._press(replace(self.last, guild=server))) for _ in range(number)
        ]

    async def _press(self, press: Press) -> None:
        try:
            async with self.overload.place(press):
                self.begun.append(press.guild or 0)
                self.last = press
                await self.end.wait()
        except Refused:
            self.refused += 1

    async def finish(self) -> None:
        self.end.set()
        await asyncio.gather(*self.tasks)


async def turns(number: int) -> None:
    for _ in range(number):
        await asyncio.sleep(0)


async def test_a_press_that_comes_during_a_burst_elsewhere_begins_at_once() -> None:
    rig = Rig(Overload())
    rig.press(BURSTING, 400)
    await turns(3)
    burst = len(rig.begun)
    assert burst <= 3 * PER_TURN
    rig.press(OTHER)
    await turns(1)
    assert OTHER in rig.begun[: burst + PER_TURN + 1]
    await rig.finish()
    assert len(rig.begun) == 401


async def test_one_server_has_its_share_and_leaves_room_for_others() -> None:
    rig = Rig(Overload())
    rig.press(BURSTING, 400)
    await turns(400)
    assert rig.begun == [BURSTING] * SHARE
    for server in range(10, 10 + AT_ONCE - SHARE):
        rig.press(server)
    rig.press(OTHER)
    await turns(3)
    assert len(rig.begun) == AT_ONCE, "and no more than that in all"
    assert OTHER not in rig.begun
    await rig.finish()


async def test_servers_that_wait_take_turns() -> None:
    rig = Rig(Overload(1))
    rig.press(BURSTING, 5)
    rig.press(OTHER, 2)
    rig.press(THIRD)
    await turns(5)
    await rig.finish()
    assert rig.begun == [BURSTING, BURSTING, OTHER, THIRD, BURSTING, OTHER, BURSTING, BURSTING]


async def test_the_first_answer_makes_room_however_long_the_rest_takes() -> None:
    rig = Rig(Overload(1))
    rig.press(BURSTING)
    await turns(3)
    rig.press(OTHER)
    await turns(3)
    assert rig.begun == [BURSTING]
    first = rig.last
    assert first.reply.when_done is not None
    first.reply.when_done()
    await turns(3)
    assert rig.begun == [BURSTING, OTHER]
    await rig.finish()


async def test_who_waited_too_long_is_refused_and_takes_no_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.ui.presses.overload.LONGEST_WAIT_OF_OTHERS", 0.01)
    rig = Rig(Overload(1))
    rig.press(BURSTING, 3)
    async with asyncio.timeout(5):
        while rig.refused < 2:
            await asyncio.sleep(0.001)
    await rig.finish()
    rig.press(OTHER)
    await rig.finish()
    assert rig.begun == [BURSTING, OTHER]
