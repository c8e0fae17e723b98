"""Presses are answered in turn, and those who would hear too late make room for others."""

import asyncio

import pytest

from bot.ui.presses.overload import Overload

PATIENCE = 5.0


async def waiting(room: Overload, number: int) -> list[asyncio.Task[bool]]:
    tasks = [asyncio.create_task(room.enter()) for _ in range(number)]
    await asyncio.sleep(0)
    return tasks


async def test_as_many_as_there_is_room_for_get_in_at_once() -> None:
    assert [task.done() for task in await waiting(Overload(2), 3)] == [True, True, False]


async def test_whoever_waits_gets_in_when_somebody_leaves_first_come_first_served() -> None:
    room = Overload(1)
    tasks = await waiting(room, 3)
    room.leave()
    assert await tasks[1]
    assert not tasks[2].done()
    room.leave()
    assert await tasks[2]
    room.leave()
    assert await room.enter()


async def test_whoever_waited_too_long_is_sent_away_and_takes_no_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    room = Overload(1)
    tasks = await waiting(room, 3)
    monkeypatch.setattr("bot.ui.presses.overload.LONGEST_WAIT", -1.0)
    room.leave()
    async with asyncio.timeout(PATIENCE):
        assert await asyncio.gather(*tasks) == [True, False, False]
        assert await room.enter()


async def test_whoever_gives_up_takes_nobodys_place() -> None:
    room = Overload(1)
    _, leaving, staying = await waiting(room, 3)
    leaving.cancel()
    room.leave()
    assert await staying


async def test_whoever_gives_up_when_let_in_makes_room() -> None:
    room = Overload(1)
    _, leaving, staying = await waiting(room, 3)
    room.leave()
    leaving.cancel()
    assert await staying
