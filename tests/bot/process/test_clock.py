"""Deadlines ring in order, once, and a failing one stops none."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from bench.rig.manual_time import ManualTime
from bot.duels.pace import DAY
from bot.process.clock import SILENCED_KEPT, Clock


def noting(heard: list[str], name: str) -> Callable[[], Awaitable[None]]:
    async def alarm() -> None:
        heard.append(name)

    return alarm


async def test_alarms_ring_in_order_of_time_and_once() -> None:
    manual, heard = ManualTime(0), list[str]()
    clock = Clock(manual)
    for due in (30, 10, 20):
        clock.at(due, noting(heard, str(due)))
    await clock.ring()
    assert heard == []
    manual.now = 25
    await clock.ring()
    await clock.ring()
    assert heard == ["10", "20"]


async def test_a_failing_alarm_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    manual, heard = ManualTime(100), list[str]()
    clock = Clock(manual)

    async def fail() -> None:
        raise ValueError("broken")

    clock.at(1, fail)
    clock.at(2, noting(heard, "two"))
    await clock.ring()
    assert heard == ["two"]
    assert "an alarm failed" in caplog.text


async def test_a_failed_alarm_rings_again_until_it_succeeds() -> None:
    manual, tries = ManualTime(100), list[float]()
    clock = Clock(manual)

    async def fail_twice() -> None:
        tries.append(manual.now)
        if len(tries) < 3:
            raise OSError("away")

    clock.at(100, fail_twice)
    for _ in range(20):
        await clock.ring()
        manual.now += 1
    assert tries == [100, 102, 106]


async def test_the_task_wakes_for_an_alarm_set_later() -> None:
    rung = asyncio.Event()
    manual = ManualTime(0)
    clock = Clock(manual)

    async def alarm() -> None:
        rung.set()

    clock.start()
    await asyncio.sleep(0)
    clock.at(0, alarm)
    await asyncio.wait_for(rung.wait(), 5)
    await clock.stop()


async def test_a_clock_that_jumps_is_noticed_when_woken() -> None:
    rung = asyncio.Event()
    manual = ManualTime(0)
    clock = Clock(manual)

    async def alarm() -> None:
        rung.set()

    clock.at(1000, alarm)
    clock.start()
    await asyncio.sleep(0)
    manual.now = 2000
    clock.wake()
    await asyncio.wait_for(rung.wait(), 5)
    await clock.stop()


async def test_a_silenced_alarm_does_not_ring() -> None:
    manual, heard = ManualTime(0), list[str]()
    clock = Clock(manual)
    alarm = clock.at(1, noting(heard, "one"))
    clock.at(2, noting(heard, "two"))
    clock.silence(alarm)
    clock.silence(alarm)
    manual.now = 5
    await clock.ring()
    assert heard == ["two"]
    assert len(clock) == 0


async def test_silenced_alarms_are_thrown_out_and_the_others_ring_in_order() -> None:
    manual, heard = ManualTime(0), list[str]()
    clock = Clock(manual)
    for due in range(3, 0, -1):
        clock.at(due, noting(heard, str(due)))
    for _ in range(10 * SILENCED_KEPT):
        clock.silence(clock.at(DAY, noting(heard, "never")))
    assert len(clock) < 3 * SILENCED_KEPT
    manual.now = DAY
    await clock.ring()
    assert heard == ["1", "2", "3"]


async def test_a_failing_alarm_can_be_silenced_before_it_rings_again() -> None:
    manual, tries = ManualTime(100), list[float]()
    clock = Clock(manual)

    async def fail() -> None:
        tries.append(manual.now)
        raise OSError("away")

    alarm = clock.at(100, fail)
    await clock.ring()
    clock.silence(alarm)
    manual.now += DAY
    await clock.ring()
    assert tries == [100]
