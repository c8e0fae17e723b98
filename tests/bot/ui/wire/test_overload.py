"""Presses begin in turn, server by server. Those that have to wait are acknowledged; few are sent away."""

import asyncio
import logging
from typing import Any

import discord
import pytest

from bot.health.tally import Tally
from bot.ui.wire.overload import AT_ONCE, PER_TURN, SHARE, TOO_MANY, Overload, SentAway
from bot.ui.wire.press import Press, press_from
from bot.ui.wire.reply import First, Late
from bot.ui.wire.requests import Requests
from tests.bot.ui.wire.test_press import payload

BURSTING, OTHER, THIRD = 1, 2, 3
PRIVATE = {"id": "40", "flags": 64}


class Told(Requests):
    """Discord, which takes everything."""

    def __init__(self) -> None:
        super().__init__(discord.Client(intents=discord.Intents.none()), "token")
        self.first: dict[int, dict[str, Any]] = {}
        """The first answer to each press."""

    async def call_back(  # type: ignore[override]
        self, interaction: int, _token: str, body: Any, *_: Any, **__: Any
    ) -> Any:
        await asyncio.sleep(0)
        self.first[interaction] = body
        return {}

    @property
    def kinds(self) -> list[First]:
        return [First(body["type"]) for body in self.first.values()]


class Rig:
    """Presses that begin, and end when they are told to."""

    def __init__(self, overload: Overload) -> None:
        self.overload = overload
        self.discord = Told()
        self.begun: list[int] = []
        self.sent_away = 0
        self.end = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []
        self.last: Press | None = None

    def press(self, server: int, number: int = 1, person: int | None = None, late: Late = Late.OWN) -> None:
        for _ in range(number):
            nth = len(self.tasks) + 1
            member = {"user": {"id": str(person or 1000 + nth)}, "roles": [], "permissions": "0"}
            pressed = payload(id=str(nth), guild_id=str(server), member=member, message=PRIVATE)
            press = press_from(pressed, self.discord)
            self.tasks.append(asyncio.create_task(self._press(press, late)))

    async def _press(self, press: Press, late: Late) -> None:
        try:
            async with self.overload.place(press, late):
                self.begun.append(press.guild or 0)
                self.last = press
                await self.end.wait()
        except SentAway:
            self.sent_away += 1

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
    await turns(40)
    assert len(rig.begun) == AT_ONCE, "and no more than that in all"
    assert OTHER not in rig.begun
    await rig.finish()


async def test_servers_that_wait_take_turns() -> None:
    rig = Rig(Overload(at_once=1))
    rig.press(BURSTING, 5)
    rig.press(OTHER, 2)
    rig.press(THIRD)
    await turns(5)
    await rig.finish()
    assert rig.begun == [BURSTING, BURSTING, OTHER, THIRD, BURSTING, OTHER, BURSTING, BURSTING]


async def test_the_first_answer_makes_room_however_long_the_rest_takes() -> None:
    rig = Rig(Overload(at_once=1))
    rig.press(BURSTING)
    await turns(3)
    rig.press(OTHER)
    await turns(3)
    assert rig.begun == [BURSTING]
    assert rig.last is not None
    await rig.last.reply.wait()
    await turns(3)
    assert rig.begun == [BURSTING, OTHER]
    await rig.finish()


async def test_what_has_many_before_it_is_acknowledged_at_once_and_has_its_turn_later() -> None:
    rig = Rig(Overload(at_once=1, soon=3))
    rig.press(BURSTING, 10)
    await turns(20)
    assert [*rig.discord.first] == [5, 6, 7, 8, 9, 10], "one is inside, three are before it"
    assert {*rig.discord.kinds} == {First.WAIT}
    assert rig.begun == [BURSTING]
    await rig.finish()
    assert len(rig.begun) == 10


async def test_what_is_not_answered_soon_is_acknowledged_wherever_it_waits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.ui.wire.overload.LONGEST_SILENCE", 0.0)
    rig = Rig(Overload(at_once=1))
    rig.press(BURSTING, late=Late.NEW)
    rig.press(BURSTING, late=Late.PRESSED)
    rig.press(BURSTING, late=Late.FORM)
    async with asyncio.timeout(5):
        while len(rig.discord.first) < 3:
            await asyncio.sleep(0.001)
    assert {number: body["type"] for number, body in rig.discord.first.items()} == {
        1: First.THINKING,
        2: First.WAIT,
        3: First.WAIT,
    }
    await rig.finish()


async def test_a_press_that_opens_a_form_goes_first_and_is_not_acknowledged_early() -> None:
    rig = Rig(Overload(at_once=1, soon=0))
    rig.press(BURSTING, 3)
    rig.press(OTHER, late=Late.FORM)
    await turns(20)
    assert [*rig.discord.first] == [1, 2, 3]
    await rig.finish()
    assert rig.begun[:2] == [BURSTING, OTHER]


async def test_who_is_sent_away_is_told_once_and_takes_no_place() -> None:
    rig = Rig(Overload(at_once=1, most_waiting=2, soon=100))
    rig.press(BURSTING, 3)
    rig.press(BURSTING, 4, person=7)
    await turns(30)
    assert rig.sent_away == 4, "the newest, and nobody's first before somebody's second"
    said = [body["data"] for body in rig.discord.first.values() if "data" in body]
    assert [data["components"][0]["content"] for data in said] == [TOO_MANY]
    assert rig.discord.kinds.count(First.WAIT) == 3
    await rig.finish()
    assert len(rig.begun) == 3
    assert rig.overload.unanswered == 0


async def test_the_log_has_one_line_for_many_presses(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.health.tally.PAUSE", 0.0)
    tally = Tally()
    rig = Rig(Overload(tally, at_once=1, most_waiting=20, soon=5))
    with caplog.at_level(logging.WARNING):
        for _ in range(20):
            tally.count_acknowledged()
        for _ in range(3):
            tally.count_sent_away()
        await asyncio.sleep(0.01)
    assert [record.getMessage() for record in caplog.records if record.name == "bot.health.tally"] == [
        "busy: 20 presses and commands were acknowledged first and are answered in turn, "
        "3 were sent away because of overload, 0 were acknowledged too late"
    ]
    rig.press(BURSTING, 30)
    await turns(40)
    await rig.finish()
    assert (tally.acknowledged - 20, tally.sent_away - 3) == (15, 9)
