"""`gauntlet live-check` leads a person through its steps and writes down what it has found."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.live_check import live_check
from bot.live_check.steps import STEPS
from bot.live_check.steps.threads import LABEL
from sandbox import Sandbox, World
from sandbox.people.person import NotAsExpected, Person
from sandbox.people.screen import Seen
from sandbox.world.channel import Channel

PATIENCE = 60.0
ELSEWHERE = re.compile(r"press \*\*(.+?)\*\* there")
ANSWERS = {"Is the command": "No", "How is somebody called": "@unknown-user", "Which line": "Line A"}
"""The tester's answers to some questions; to the others they give the first one that is offered."""


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann", "Bob"]}, channels=("check",))


class Guided:
    """Does what the messages say, and presses what they offer."""

    def __init__(self, sandbox: Sandbox, person: Person) -> None:
        self._sandbox = sandbox
        self._person = person
        self._pressed: set[str] = set()

    async def work(self) -> None:
        while True:
            screen = self._person.sees()
            offered = [seen for seen in screen.messages if seen.buttons and not self._knows(seen)]
            if offered:
                self._pressed |= {button.custom_id for button in offered[-1].buttons}
                await self._answer(offered[-1])
            else:
                await asyncio.sleep(0.01)

    def _knows(self, seen: Seen) -> bool:
        return bool({button.custom_id for button in seen.buttons} & self._pressed) or "far above" in seen.text

    async def _answer(self, seen: Seen) -> None:
        if "lock the thread" in seen.text:
            self._sandbox.faults.archive_thread(self._thread(), locked=True)
        elsewhere = ELSEWHERE.search(seen.text)
        if elsewhere is not None and await self._can_press(elsewhere[1]):
            return
        wanted = next((label for part, label in ANSWERS.items() if part in seen.text), seen.buttons[0].label)
        await self._person.press(wanted, on=seen)

    async def _can_press(self, label: str) -> bool:
        here = self._person.channel
        try:
            await self._person.go_to(self._thread() if label == LABEL else here).press(label)
        except NotAsExpected:
            return False
        finally:
            self._person.go_to(here)
        return True

    def _thread(self) -> Channel:
        guild = self._sandbox.world.guild("The Arena")
        return next(channel for channel in guild.channels.values() if channel.is_thread)


@pytest.fixture
async def tester(sandbox: Sandbox) -> AsyncIterator[None]:
    working = asyncio.create_task(Guided(sandbox, sandbox.person("Ann")).work())
    yield
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)


def channel_of(sandbox: Sandbox) -> int:
    return next(iter(sandbox.world.guild("The Arena").channels))


@pytest.mark.usefixtures("tester")
async def test_every_step_finds_something(sandbox: Sandbox, tmp_path: Path) -> None:
    said: list[str] = []
    report = tmp_path / "report.md"
    async with asyncio.timeout(PATIENCE):
        await live_check(sandbox.token, channel_of(sandbox), report, sandbox.api_url, said.append)
    text = report.read_text()
    assert [line for line in said if line[0].isdigit()] != []
    for number, step in enumerate(STEPS, start=1):
        assert f"## {number}. {step.title}" in text
    assert "Skipped." not in text
    assert "Nobody pressed" not in text
    assert sandbox.token not in text
