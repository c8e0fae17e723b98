"""Two people play a match to its end in the browser page, with the mouse and the keyboard."""

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bench.rig.bot_process import until_ready
from games import GAMES
from games.room import AnyRoom
from sandbox import Sandbox
from sandbox.server.process import BotProcess
from tests.support.browser import DESKTOP, PHONE, Pane, SandboxPage, Window, chromium

PEOPLE = ("Ann", "Bob")
LONGEST_MATCH = 60.0
"""Seconds."""
REMATCH = '.message:not(.private) [data-custom-id^="duel:rematch:"]'
PICKS = '.message [data-custom-id^="duel:pick:"]:enabled'
OPENER = '.message:not(.private) [data-custom-id^="duel:hand:"]'


@pytest.fixture
async def sandbox_page(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[SandboxPage]:
    env = sandbox.environment | {"DATABASE_URL": f"sqlite:///{tmp_path}/gauntlet.db"}
    bot = BotProcess("bot", env, sandbox.status)
    await bot.start()
    try:
        await until_ready(sandbox)
        async with chromium() as browser:
            yield SandboxPage(browser, sandbox, next(iter(sandbox.world.channels.values())))
    finally:
        await bot.stop()


async def challenge(window: Window, game: str) -> None:
    """Ann types the command, choosing her opponent from the list."""
    await window.ann.bar.fill(f"/duel {game} ")
    await window.ann.button("Add the option opponent").click()
    await window.page.keyboard.type("Bob")
    await expect(window.ann.suggestions.first).to_contain_text("Bob")
    await window.press("Enter", "Enter")


async def turn_to(window: Window, name: str) -> Pane:
    """A narrow window shows one person at a time."""
    tab = window.page.get_by_role("navigation", name="People").get_by_role("button", name=name)
    if await tab.is_visible():
        await tab.click()
    return window.pane(name)


def picks(pane: Pane) -> Locator:
    """What this person could tap now, in their panel or on the board."""
    return pane.box.locator(PICKS)


async def open_panel(pane: Pane, room: AnyRoom, *, by_itself: bool) -> None:
    """That of the one who accepts opens by itself. Where nothing is hidden, the board is enough."""
    if room.hides and not by_itself:
        await pane.box.locator(OPENER).first.click()
    await expect(pane.box.locator(".message.private")).to_have_count(int(room.hides))


async def is_waited_for(pane: Pane, name: str) -> bool:
    """Whether the board says that this person's pick is missing."""
    board = await pane.box.locator(".message:not(.private)").first.inner_text()
    return re.search(rf"@{name}[^@\n]*(?:to pick|hourglass)", board) is not None


async def take_turns(window: Window) -> int:
    """Whoever can pick does, until the board offers a rematch."""
    taps = 0
    while True:
        for name in PEOPLE:
            pane = await turn_to(window, name)
            if await pane.box.locator(REMATCH).count():
                return taps
            if await picks(pane).count() and await is_waited_for(pane, name):
                tapped = await picks(pane).first.get_attribute("data-custom-id")
                await picks(pane).first.click()
                await expect(pane.box.locator(f'[data-custom-id="{tapped}"]')).to_have_count(0)
                taps += 1


@pytest.mark.parametrize(
    ("size", "room"), [(DESKTOP, GAMES[0]), (PHONE, GAMES[-1])], ids=["desktop", "phone"]
)
async def test_two_people_play_a_match_to_its_end(
    sandbox_page: SandboxPage, size: tuple[int, int], room: AnyRoom
) -> None:
    async with sandbox_page.opened(size) as window:
        await challenge(window, room.game.key)
        await (await turn_to(window, "Bob")).button("Accept").click()
        for name in PEOPLE:
            pane = await turn_to(window, name)
            await open_panel(pane, room, by_itself=name == "Bob")
        async with asyncio.timeout(LONGEST_MATCH):
            assert await take_turns(window) >= 3
        for name in PEOPLE:
            pane = await turn_to(window, name)
            await expect(pane.box.locator(".message:not(.private)")).to_have_count(1)
            await expect(pane.box.locator(".message:not(.private)")).to_contain_text("wins")
            await expect(pane.box.locator(".message.private")).to_have_count(int(room.hides))
            await expect(pane.problem).to_have_text("")
