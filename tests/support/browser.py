"""Opens the sandbox's page in a browser: windows, and the panes of people in a window."""

import re
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Browser, ConsoleMessage, Error, Locator, Page, async_playwright, expect

from sandbox.messages.composing import Upload
from sandbox.messages.messages import Draft
from sandbox.server.server import Sandbox
from sandbox.world.channel import Channel
from sandbox.world.entities import Message
from tests.support.missing import leave

DESKTOP = (1280, 800)
PHONE = (390, 844)
PATIENCE = 10_000
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
TIDY = """() => {
  const left = 'dialog[open], .command, .menu, .badge, .problem:not(:empty)';
  const typed = [...document.querySelectorAll('.bar textarea')].some((each) => each.value);
  const people = [...document.querySelectorAll('.person-name')].map((each) => each.textContent);
  return !document.querySelector(left) && !typed && people.join() === 'Ann,Bob';
}"""


@asynccontextmanager
async def chromium() -> AsyncIterator[Browser]:
    """Starts Chromium. Without it tests are skipped, but fail in CI."""
    path = shutil.which("chromium")
    if path is None:
        leave("The page's tests need Chromium (on Debian: apt-get install chromium).")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield browser
        await browser.close()


class Pane:
    """The part of a window that shows one person's client."""

    def __init__(self, page: Page, name: str) -> None:
        self.page = page
        self.box = page.get_by_role("region", name=f"{name}’s client")
        self.bar = self.box.get_by_role("combobox", name="Message #")
        self.messages = self.box.locator(".message")
        self.last = self.messages.last
        self.suggestions = self.box.get_by_role("listbox", name="Suggestions").get_by_role("option")
        self.problem = self.box.locator(".bar-area .problem")
        self.form = self.box.get_by_role("dialog")

    async def enter(self, channel: Channel) -> None:
        title = self.box.locator(".channel-title")
        name = re.compile(rf"^#{re.escape(channel.name)}(, unread.*)?$")
        row = self.box.get_by_role("button", name=name, include_hidden=True)
        await expect(row).to_have_count(1)
        if not await row.is_visible():
            await title.click()
        await row.click()
        await expect(title).to_contain_text(channel.name)

    async def say(self, text: str) -> None:
        await self.bar.fill(text)
        await self.bar.press("Enter")

    async def use(self, command: str, *options: str) -> None:
        """Types a command, and the values of its options one after the other."""
        await self.bar.fill(f"/{command} ")
        for option in options:
            await self.page.keyboard.type(option)
            await expect(self.suggestions.first).to_be_visible()
            await self.page.keyboard.press("Enter")
        await self.page.keyboard.press("Enter")

    def button(self, name: str) -> Locator:
        return self.box.get_by_role("button", name=name)

    def select(self, name: str) -> Locator:
        return self.box.get_by_role("combobox", name=name)

    def option(self, name: str) -> Locator:
        return self.box.get_by_role("option", name=name)


class Window:
    """The sandbox's page in one browser window, with all errors that it logged."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.ann = Pane(page, "Ann")
        self.bob = Pane(page, "Bob")
        self.errors: list[str] = []
        page.set_default_timeout(PATIENCE)
        page.on("console", self._record_console)
        page.on("pageerror", self._record_error)

    async def is_tidy(self) -> bool:
        return bool(await self.page.evaluate(TIDY))

    def pane(self, name: str) -> Pane:
        return Pane(self.page, name)

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.page.keyboard.press(key)

    def _record_console(self, message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"}:
            self.errors.append(message.text)

    def _record_error(self, error: Error) -> None:
        self.errors.append(str(error))


class SandboxPage:
    """The page of a sandbox, and one channel to post messages to."""

    def __init__(self, browser: Browser, sandbox: Sandbox, channel: Channel) -> None:
        self.sandbox = sandbox
        self.channel = channel
        self._browser = browser

    async def open(self, size: tuple[int, int] = DESKTOP) -> Window:
        width, height = size
        page = await self._browser.new_page(
            viewport={"width": width, "height": height}, has_touch=size == PHONE, locale="en-GB"
        )
        window = Window(page)
        await page.goto(self.sandbox.url)
        return window

    @asynccontextmanager
    async def opened(self, size: tuple[int, int] = DESKTOP) -> AsyncIterator[Window]:
        window = await self.open(size)
        try:
            yield window
        finally:
            await window.page.close()
        assert window.errors == []

    def post(self, body: dict[str, Any], *files: Upload, flags: int = 0) -> Message:
        """Posts a message in the bot's name."""
        draft = Draft(self.channel, self.sandbox.world.bot, body, files, flags=flags)
        return self.sandbox.platform.messages.create(draft)
