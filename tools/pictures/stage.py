"""What pictures are taken of: the sandbox, the real bot in it, and a browser before its page."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from tempfile import TemporaryDirectory

from playwright.async_api import Browser, async_playwright

from bench.rig.conditions import put_deck
from sandbox.__main__ import arena, settings
from sandbox.server.process import BotProcess
from sandbox.server.server import Sandbox
from sandbox.world.channel import Channel
from tools.pictures.window import Window

FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--force-color-profile=srgb"]
PATIENCE = 60.0
QUIET = 1.0
SPEED = 50.0
"""How much faster than Discord's the limits of requests pass."""
PLAIN = """
.newer, .more { display: none !important }
.message:hover { background: inherit }
*, *::before, *::after { transition: none !important; caret-color: transparent !important }
:focus-visible { outline: none !important }
@media (max-width: 720px) { .button { min-height: 40px } }
"""
"""Leaves out what belongs to the page and not to a message. On a phone buttons are as high as for fingers."""


class NoBrowser(Exception):  # noqa: N818 - says what is missing
    """There is no Chromium on this machine."""


class Stage:
    def __init__(self, sandbox: Sandbox, browser: Browser) -> None:
        self.sandbox = sandbox
        self._browser = browser

    def add_channel(self, name: str) -> Channel:
        (guild,) = self.sandbox.world.guilds.values()
        return self.sandbox.world.add_channel(guild, name)

    @asynccontextmanager
    async def open(
        self, size: tuple[int, int], *, scale: float = 1, touch: bool = False
    ) -> AsyncIterator[Window]:
        """A window on the page. `scale` is how many pixels of a picture one of the page becomes; `touch`: it
        is used with fingers, so buttons are as high as they need."""
        context = await self._browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            device_scale_factor=scale,
            has_touch=touch,
            locale="en-GB",
            bypass_csp=True,
            reduced_motion="reduce",
        )
        page = await context.new_page()
        await page.goto(self.sandbox.url)
        await page.add_style_tag(content=PLAIN)
        try:
            yield Window(page)
        finally:
            await context.close()


@asynccontextmanager
async def stage() -> AsyncIterator[Stage]:
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        raise NoBrowser("Pictures need Chromium (on Debian: apt-get install chromium).")
    async with Sandbox(arena()) as sandbox, async_playwright() as playwright:
        sandbox.limits.speed = SPEED
        put_deck(sandbox)
        with TemporaryDirectory() as folder:
            environment = sandbox.environment | settings(folder)
            bot = BotProcess("bot", environment, sandbox.status, _ignore, folder=folder)
            await bot.start()
            browser = await playwright.chromium.launch(executable_path=path, args=FLAGS)
            try:
                await _until_settled(sandbox)
                yield Stage(sandbox, browser)
            finally:
                await browser.close()
                await bot.stop()


def _ignore(_: str) -> None:
    """The bot's log."""


async def _until_settled(sandbox: Sandbox) -> None:
    """The bot is connected and has sent all that it sends at its start, such as its commands and emoji."""
    async with asyncio.timeout(PATIENCE):
        while sandbox.status.state != "ready":
            await asyncio.sleep(0.05)
        sent = -1
        while len(sandbox.traffic.exchanges) != sent:
            sent = len(sandbox.traffic.exchanges)
            await asyncio.sleep(QUIET)
