"""A channel without messages: what it offers, and when it stops offering it."""

from playwright.async_api import Browser, expect

from sandbox.__main__ import arena
from sandbox.server.server import Sandbox
from sandbox.wire import Wire
from sandbox.world.feed import Event, Listener
from sandbox.world.permissions import Permission
from sandbox.world.world import World
from tests.support.browser import PHONE, SandboxPage, Window

LEVEL = {"name": "level", "type": 3, "choices": [{"name": "Sprout, easy", "value": "sprout"}]}
DUEL = {
    "name": "duel",
    "description": "Duel.",
    "options": [{"name": "highlow", "description": "Cards.", "type": 1, "options": [LEVEL]}],
}
MANAGE = Permission.MANAGE_GUILD


class Interactions(Listener):
    """What the bot was sent."""

    def __init__(self) -> None:
        self.data: list[Wire] = []

    def dispatched(self, event: Event) -> None:
        if event.name == "INTERACTION_CREATE":
            self.data.append(event.data["data"])


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


async def test_a_match_against_the_computer_is_one_press_away(browser: Browser) -> None:
    world = World.of({"The Arena": ["Ann", "Bob"]})
    async with Sandbox(world) as sandbox:
        sandbox_page = SandboxPage(browser, sandbox, next(iter(world.channels.values())))
        sandbox.platform.commands.replace_all(None, [DUEL])
        interactions = Interactions()
        world.feed.join(interactions)
        async with sandbox_page.opened() as window:
            await window.ann.button("Play the computer now").click()
            await expect(window.ann.box.get_by_text("Sending /duel highlow")).to_be_visible()
            (sent,) = interactions.data
            (game,) = sent["options"]
            assert game["name"] == "highlow"
            assert game["options"] == [{"name": "level", "type": 3, "value": "sprout"}]


async def test_a_bot_without_computer_players_offers_no_match_against_them(window: Window) -> None:
    await expect(window.ann.box.locator(".starter")).to_have_count(3)
    await expect(window.ann.button("Play the computer now")).to_have_count(0)


async def test_an_empty_channel_says_that_one_is_both_people(sandbox_page: SandboxPage) -> None:
    async with sandbox_page.opened() as window:
        await window.ann.enter(sandbox_page.channel)
        await expect(window.ann.box.locator(".sides")).to_have_text(
            "You are both Ann and Bob: each pane is what one of them sees.", use_inner_text=True
        )
    async with sandbox_page.opened(PHONE) as phone:
        await phone.ann.enter(sandbox_page.channel)
        await expect(phone.ann.box.locator(".sides")).to_have_text(
            "You are both Ann and Bob: change sides with the tabs above.", use_inner_text=True
        )


async def test_ann_manages_the_server_that_the_sandbox_opens(browser: Browser) -> None:
    world = arena()
    async with Sandbox(world) as sandbox:
        sandbox_page = SandboxPage(browser, sandbox, next(iter(world.channels.values())))
        settings = {"name": "settings", "description": "Rules.", "default_member_permissions": str(MANAGE)}
        sandbox.platform.commands.replace_all(None, [settings])
        async with sandbox_page.opened() as window:
            await expect(window.ann.box.locator(".starter")).to_have_text(["/settingsRules."])
            await expect(window.bob.box.get_by_text("wait until the bot’s commands")).to_be_visible()
