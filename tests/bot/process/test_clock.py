"""Deadlines ring in order, once, and a failing one stops none."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bot.duels.pace import DAY
from bot.process.clock import SILENCED_KEPT, Clock
from tests.support.arenas import Hands


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


async def test_a_silenced_bell_does_not_ring() -> None:
    hands, heard = Hands(0), list[str]()
    clock = Clock(hands)
    bell = clock.at(1, noting(heard, "one"))
    clock.at(2, noting(heard, "two"))
    clock.silence(bell)
    clock.silence(bell)
    hands.time = 5
    await clock.ring()
    assert heard == ["two"]
    assert len(clock) == 0


async def test_silenced_bells_are_thrown_out_and_the_others_ring_in_order() -> None:
    hands, heard = Hands(0), list[str]()
    clock = Clock(hands)
    for due in range(3, 0, -1):
        clock.at(due, noting(heard, str(due)))
    for _ in range(10 * SILENCED_KEPT):
        clock.silence(clock.at(DAY, noting(heard, "never")))
    assert len(clock) < 3 * SILENCED_KEPT
    hands.time = DAY
    await clock.ring()
    assert heard == ["1", "2", "3"]


async def test_a_failing_alarm_can_be_silenced_before_it_rings_again() -> None:
    hands, tries = Hands(100), list[float]()
    clock = Clock(hands)

    async def fail() -> None:
        tries.append(hands.time)
        raise OSError("away")

    bell = clock.at(100, fail)
    await clock.ring()
    clock.silence(bell)
    hands.time += DAY
    await clock.ring()
    assert tries == [100]
