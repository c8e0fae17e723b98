"""Processes that end are started again, in moderation, and all are stopped together."""

import asyncio
import sys
from itertools import accumulate, takewhile
from pathlib import Path
from typing import Any

import pytest

from bot.process.shards import Shards
from bot.supervisor import child as children
from bot.supervisor.child import Child
from bot.supervisor.supervisor import DAY, Supervisor, pauses

READY = """
import json, sys, time
def tell(**message):
    print(json.dumps(message), flush=True)
number = int(sys.argv[sys.argv.index("--process") + 1])
"""
OBEDIENT = """
tell(told="ready")
for line in sys.stdin:
    asked = json.loads(line)
    if asked["asked"] == "health":
        said = {"well": number != 2, "ready": True, "gateway": "Away.", "requests": "x"}
        tell(number=asked["number"], answer=said)
    if asked["asked"] == "end":
        sys.exit(7)
"""
DEAF = 'tell(told="ready")\nwhile True: time.sleep(1)'
PAUSE = 0.01


def processes(script: str, count: int = 2) -> list[Child]:
    shards = Shards.every(count).split(count)
    return [Child(n, each, (sys.executable, "-c", READY + script)) for n, each in enumerate(shards)]


class Running:
    """A supervisor at work."""

    def __init__(self, script: str, count: int = 2) -> None:
        self.children = processes(script, count)
        self.supervisor = Supervisor(self.children, PAUSE)
        self.task = asyncio.create_task(self.supervisor.run())

    async def until(self, *numbers: int) -> None:
        """Waits until these processes are ready."""
        async with asyncio.timeout(20):
            while not all(self.children[number].is_ready for number in numbers):
                await asyncio.sleep(0.005)

    async def end(self) -> int:
        """Waits until all are gone; returns the exit code."""
        async with asyncio.timeout(20):
            return await self.task

    async def stop(self) -> int:
        self.supervisor.stop()
        return await self.end()

    async def health(self) -> tuple[int, Any]:
        page = await self.supervisor.health()
        return page.status, page.text


async def test_all_are_started_and_stopped_with_code_0() -> None:
    running = Running(OBEDIENT, 3)
    await running.until(0, 1, 2)
    assert await running.stop() == 0
    assert [child.starts for child in running.children] == [1, 1, 1]


async def test_the_others_wait_until_the_first_one_is_ready() -> None:
    running = Running('sys.stdin.readline(); tell(told="ready"); sys.stdin.read()')
    async with asyncio.timeout(20):
        while running.children[0].trouble != "is starting":
            await asyncio.sleep(0.005)
        assert running.children[1].starts == 0
        asking = asyncio.create_task(running.children[0].ask("anything"))
        await running.until(0)
        while not running.children[1].starts:
            await asyncio.sleep(0.005)
    asking.cancel()
    assert await running.stop() == 0


async def test_one_that_ends_is_started_again_and_the_other_goes_on() -> None:
    running = Running(OBEDIENT)
    await running.until(0, 1)
    assert await running.children[1].ask("end") is None
    await running.until(1)
    assert [child.starts for child in running.children] == [1, 2]
    assert await running.stop() == 0


async def test_one_that_ends_again_and_again_is_started_again_and_again(
    caplog: pytest.LogCaptureFixture,
) -> None:
    running = Running('tell(told="ready"); sys.exit(5)', 1)
    async with asyncio.timeout(20):
        while running.children[0].starts < 4:
            await asyncio.sleep(0.005)
    await running.stop()
    assert caplog.text.count("ended with code 5") >= 3


@pytest.mark.parametrize("shards", [1, 2, 8, 32])
def test_processes_that_end_again_and_again_leave_sessions_for_the_day(shards: int) -> None:
    starts = sum(1 for _ in takewhile(lambda moment: moment < DAY, accumulate(pauses(shards))))
    assert 12 <= starts <= 980 / shards


async def test_one_that_can_not_start_ends_all_with_its_code() -> None:
    running = Running(f"if number == 1: sys.exit(1)\n{OBEDIENT}")
    assert await running.end() == 1
    assert [child.starts for child in running.children] == [1, 1]


async def test_one_that_has_worked_is_tried_again_while_others_work(tmp_path: Path) -> None:
    """What it lacks is away for a moment."""
    mark = tmp_path / "ended"
    script = (
        f"""
from pathlib import Path
mark = Path({str(mark)!r})
if number == 1 and mark.exists():
    mark.write_text(mark.read_text() + "x")
    if len(mark.read_text()) < 3:
        sys.exit(1)
if number == 1:
    mark.touch()
"""
        + OBEDIENT
    )
    running = Running(script)
    await running.until(0, 1)
    await running.children[1].ask("end")
    await running.until(1)
    assert [child.starts for child in running.children] == [1, 4]
    assert await running.stop() == 0


async def test_when_none_works_a_refusal_ends_all() -> None:
    running = Running('tell(told="ready"); sys.stdin.readline(); sys.exit(1)', 1)
    await running.until(0)
    await running.children[0].ask("end")
    assert await running.end() == 1


async def test_one_that_hangs_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "LONGEST_FAREWELL", 0.05)
    running = Running(DEAF)
    await running.until(0, 1)
    assert await running.stop() == 1


async def test_one_that_is_not_well_or_does_not_answer_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    running = Running(OBEDIENT, 3)
    await running.until(0, 1, 2)
    status, text = await running.health()
    assert status == 503
    assert '"trouble": ["Process 2: Away."]' in text
    await running.stop()
    monkeypatch.setattr(children, "PATIENCE", 0.05)
    deaf = Running(DEAF, 1)
    await deaf.until(0)
    status, text = await deaf.health()
    assert (status, "Process 0 does not answer." in text) == (503, True)
    monkeypatch.setattr(children, "LONGEST_FAREWELL", 0.05)
    await deaf.stop()


async def test_a_stop_at_any_moment_leaves_nobody_behind() -> None:
    for turns in range(12):
        running = Running(OBEDIENT)
        for _ in range(turns):
            await asyncio.sleep(0)
        assert await running.stop() == 0
        assert all(child._process is None for child in running.children)


async def test_a_program_that_is_not_there_is_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    running = Running(OBEDIENT, 1)
    running.children[0]._command = ("no-such-program",)
    async with asyncio.timeout(20):
        while running.children[0].starts < 2:
            await asyncio.sleep(0.005)
    await running.stop()
    assert "process 0 can't be started" in caplog.text
