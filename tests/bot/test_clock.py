"""Deadlines ring in order, once, and a failing one stops none."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.clock import Clock
from tests.bot.people import Hands


def noting(heard: list[str], name: str) -> Callable[[], Awaitable[None]]:
    async def alarm() -> None:
        heard.append(name)

    return alarm


async def test_alarms_ring_in_order_of_time_and_once() -> None:
    hands, heard = Hands(0), list[str]()
    clock = Clock(hands)
    for due in (30, 10, 20):
        clock.at(due, noting(heard, str(due)))
    await clock.ring()
    assert heard == []
    hands.time = 25
    await clock.ring()
    await clock.ring()
    assert heard == ["10", "20"]


async def test_a_failing_alarm_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    hands, heard = Hands(100), list[str]()
    clock = Clock(hands)

    async def fail() -> None:
        raise ValueError("broken")

    clock.at(1, fail)
    clock.at(2, noting(heard, "two"))
    await clock.ring()
    assert heard == ["two"]
    assert "an alarm failed" in caplog.text


async def test_a_failed_alarm_rings_again_until_it_succeeds() -> None:
    hands, tries = Hands(100), list[float]()
    clock = Clock(hands)

    async def fail_twice() -> None:
        tries.append(hands.time)
        if len(tries) < 3:
            raise OSError("away")

    clock.at(100, fail_twice)
    for _ in range(20):
        await clock.ring()
        hands.time += 1
    assert tries == [100, 102, 106]


async def test_the_task_wakes_for_an_alarm_set_later() -> None:
    rung = asyncio.Event()
    hands = Hands(0)
    clock = Clock(hands)

    async def alarm() -> None:
        rung.set()

    clock.start()
    await asyncio.sleep(0)
    clock.at(0, alarm)
    await asyncio.wait_for(rung.wait(), 5)
    await clock.stop()


async def test_a_clock_that_jumps_is_noticed_when_woken() -> None:
    rung = asyncio.Event()
    hands = Hands(0)
    clock = Clock(hands)

    async def alarm() -> None:
        rung.set()

    clock.at(1000, alarm)
    clock.start()
    await asyncio.sleep(0)
    hands.time = 2000
    clock.wake()
    await asyncio.wait_for(rung.wait(), 5)
    await clock.stop()
