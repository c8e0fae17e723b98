"""The page as a whole: small windows, lost connections, a bot that dies, and who may talk to it."""

import pytest
from playwright.async_api import Browser, expect

from sandbox.server.process import BotProcess
from sandbox.server.server import Sandbox
from sandbox.world.world import World
from tests.support.browser import PHONE, SandboxPage, Window

UNNAMED = """() => [...document.querySelectorAll('button, a, input, textarea, [role=combobox], [role=menu]')]
  .filter((each) => !each.textContent.trim() && !each.ariaLabel && !each.labels?.length)
  .map((each) => each.outerHTML)"""
TOO_WIDE = """() => [...document.querySelectorAll('body *')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => each.outerHTML.slice(0, 80))"""


async def test_on_a_phone_the_panes_are_tabs(sandbox_page: SandboxPage) -> None:
    async with sandbox_page.opened(PHONE) as window:
        tabs = window.page.get_by_role("navigation", name="People")
        await expect(window.ann.box).to_be_visible()
        await expect(window.bob.box).to_be_hidden()
        await window.ann.enter(sandbox_page.channel)
        await tabs.get_by_role("button", name="Bob").click()
        await window.bob.enter(sandbox_page.channel)
        await expect(window.ann.box).to_be_hidden()

        await window.bob.use("wave", "ann")
        await expect(window.bob.button("Wave back")).to_be_visible()
        await expect(tabs.get_by_role("button", name="Ann")).to_contain_text("1")
        await tabs.get_by_role("button", name="Ann").click()
        await window.ann.button("Wave back").click()
        await expect(window.ann.last).to_contain_text("@Ann has waved back.")
        await expect(tabs.locator(".badge")).to_have_count(0)


@pytest.mark.parametrize("size", [(390, 844), (800, 600), (1280, 800)])
async def test_nothing_sticks_out_of_the_window(sandbox_page: SandboxPage, size: tuple[int, int]) -> None:
    words = "A rather long message with averyveryveryveryveryveryveryveryverylongwordinit " * 3
    sandbox_page.post({"content": words, "embeds": [{"title": words[:200]}]})
    async with sandbox_page.opened(size) as window:
        await window.ann.enter(sandbox_page.channel)
        await window.ann.use("wave", "bob")
        await expect(window.ann.button("Wave back")).to_be_visible()
        assert await window.page.evaluate(TOO_WIDE) == []


async def test_everything_that_can_be_used_has_a_name(window: Window) -> None:
    await window.ann.use("wave", "bob")
    await window.ann.use("colour")
    await expect(window.ann.last).to_contain_text("Only you can see this")
    assert await window.page.evaluate(UNNAMED) == []


async def test_a_lost_connection_is_shown_and_mended(sandbox_page: SandboxPage, window: Window) -> None:
    line = window.ann.box.get_by_text("Connection lost. Trying again…")
    await sandbox_page.sandbox._page.close()
    await expect(line).to_be_visible()
    sandbox_page.post({"content": "While you were away."})
    await expect(line).to_be_hidden()
    await expect(window.ann.last).to_contain_text("While you were away.")
    await window.ann.say("Back again.")
    await expect(window.bob.last).to_contain_text("Back again.")


async def test_a_bot_that_crashed_is_shown_with_its_last_lines(browser: Browser) -> None:
    world = World.of({"The Arena": ["Ann", "Bob"]})
    async with Sandbox(world) as sandbox:
        sandbox_page = SandboxPage(browser, sandbox, next(iter(world.channels.values())))
        bot = BotProcess("a_bot_that_is_not_there", sandbox.environment, sandbox.status)
        await bot.start()
        await bot.wait()
        async with sandbox_page.opened() as window:
            banner = window.page.locator("#banner")
            await expect(banner).to_contain_text("The bot crashed.")
            await expect(banner).to_contain_text("No module named a_bot_that_is_not_there")
            await expect(window.page.locator("#bot-status")).to_have_text("Bot crashed")
            await window.ann.bar.fill("/")
            none = window.ann.box.get_by_text("The bot has no commands yet.")
            await expect(none).to_be_visible()


async def test_what_the_sandbox_refuses_is_told_on_the_page(window: Window) -> None:
    await window.ann.say("x" * 2001)
    await expect(window.ann.problem).to_have_text("A message may have at most 2000 characters.")
    await expect(window.ann.bar).to_have_value("x" * 2001)


async def test_newer_messages_do_not_pull_a_reader_down(sandbox_page: SandboxPage, window: Window) -> None:
    for number in range(30):
        sandbox_page.post({"content": f"Line {number}."})
    await expect(window.ann.last).to_contain_text("Line 29.")
    await window.ann.box.locator(".scroller").evaluate("(box) => box.scrollTo(0, 0)")
    await expect(window.ann.box.get_by_text("Line 0.")).to_be_in_viewport()
    sandbox_page.post({"content": "The newest."})
    newer = window.ann.button("New messages")
    await expect(newer).to_be_visible()
    await expect(window.ann.box.get_by_text("Line 0.")).to_be_in_viewport()
    await newer.click()
    await expect(window.ann.last).to_be_in_viewport()
    await expect(newer).to_be_hidden()
