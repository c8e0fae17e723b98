"""A real browser before the real sandbox and its demonstration bot; console errors fail the test."""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable

import pytest
import pytest_asyncio
from playwright.async_api import Browser

from sandbox.server.process import BotProcess
from sandbox.server.server import Sandbox
from sandbox.server.status import BotStatus
from sandbox.world.feed import Listener
from sandbox.world.world import World
from tests.support.browser import SandboxPage, Window, chromium

SECONDS_TO_START = 30


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One event loop for all, because the browser and the sandbox live through all of them."""
    for item in items:
        if "tests/sandbox/page/browser/" in item.path.as_posix():
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser() -> AsyncIterator[Browser]:
    async with chromium() as browser:
        yield browser


class Readiness(Listener):
    def __init__(self, status: BotStatus) -> None:
        self._status = status
        self.reached = asyncio.Event()

    def bot_changed(self) -> None:
        if self._status.state == "ready":
            self.reached.set()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def sandbox() -> AsyncIterator[Sandbox]:
    """With the demonstration bot connected; shared, because starting a bot takes a second."""
    async with Sandbox(World.of({"The Arena": ["Ann", "Bob"]}, channels=("lounge",))) as sandbox:
        readiness = Readiness(sandbox.status)
        sandbox.world.feed.join(readiness)
        bot = BotProcess("sandbox.demo", sandbox.environment, sandbox.status)
        await bot.start()
        try:
            await asyncio.wait_for(readiness.reached.wait(), SECONDS_TO_START)
            yield sandbox
        finally:
            await bot.stop()


@pytest.fixture(scope="session")
def numbers() -> Callable[[], int]:
    return itertools.count(1).__next__


@pytest_asyncio.fixture(loop_scope="session")
async def sandbox_page(browser: Browser, sandbox: Sandbox, numbers: Callable[[], int]) -> SandboxPage:
    """The page, with a channel of the test's own."""
    (guild,) = sandbox.world.guilds.values()
    return SandboxPage(browser, sandbox, sandbox.world.add_channel(guild, f"room-{numbers()}"))


@pytest.fixture(scope="session")
def used_windows() -> list[Window]:
    return []


@pytest_asyncio.fixture(loop_scope="session")
async def window(sandbox_page: SandboxPage, used_windows: list[Window]) -> AsyncIterator[Window]:
    """Two people in the test's channel; the window of the test before, unless that left something open."""
    window = used_windows.pop() if used_windows else await sandbox_page.open()
    for pane in (window.ann, window.bob):
        await pane.enter(sandbox_page.channel)
    yield window
    errors, window.errors = window.errors, []
    if await window.is_tidy():
        used_windows.append(window)
    else:
        await window.page.close()
    assert errors == []
