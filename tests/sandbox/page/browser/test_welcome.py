"""A channel without messages: what it offers, and when it stops offering it."""

from playwright.async_api import Browser, expect

from sandbox.server.server import Sandbox
from sandbox.world.world import World
from tests.support.browser import SandboxPage, Window


async def test_an_empty_channel_offers_the_commands_that_the_bot_has_registered(window: Window) -> None:
    starters = window.ann.box.get_by_role("list", name="Commands to start with").get_by_role("button")
    await expect(starters).to_have_text(
        [
            "/waveWave at someone.",
            "/colourPick a colour that only you see.",
            "/noteWrite a note for everyone.",
        ]
    )
    await starters.first.click()
    await expect(window.ann.box.get_by_label("person")).to_be_focused()
    await window.page.keyboard.type("bo")
    await window.press("Enter", "Enter")
    await expect(window.bob.last).to_contain_text("@Ann waves at @Bob.")
    await expect(starters).to_have_count(0)


async def test_the_offer_returns_when_the_last_message_is_gone(
    sandbox_page: SandboxPage, window: Window
) -> None:
    title = window.ann.box.get_by_text("Nothing here yet")
    message = sandbox_page.post({"content": "Something."})
    await expect(title).to_have_count(0)
    sandbox_page.sandbox.platform.messages.delete(message)
    await expect(title).to_be_visible()


async def test_commands_are_offered_as_they_come_the_first_few_of_many(browser: Browser) -> None:
    world = World.of({"The Arena": ["Ann", "Bob"]})
    async with Sandbox(world) as sandbox:
        sandbox_page = SandboxPage(browser, sandbox, next(iter(world.channels.values())))
        async with sandbox_page.opened((800, 600)) as window:
            ann = window.ann
            await expect(ann.box.get_by_text("wait until the bot’s commands are there")).to_be_visible()
            names = [f"game-{number}" for number in range(9)]
            sandbox.platform.commands.replace_all(
                None, [{"name": name, "description": "Play."} for name in names]
            )
            await expect(ann.box.locator(".starter")).to_have_count(6)
            await expect(ann.box.get_by_text("Nothing here yet")).to_be_in_viewport()
            await ann.button("All commands").click()
            await expect(ann.suggestions).to_have_count(9)
