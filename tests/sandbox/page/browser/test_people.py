"""Several people side by side: what each of them sees, and how they come to the page."""

from playwright.async_api import expect

from sandbox.wire import ChannelType
from tests.support.browser import SandboxPage, Window


async def test_two_people_are_shown_side_by_side(window: Window) -> None:
    left, right = await window.ann.box.bounding_box(), await window.bob.box.bounding_box()
    assert left
    assert right
    assert left["x"] + left["width"] <= right["x"]


async def test_what_one_says_the_other_reads(window: Window) -> None:
    await window.ann.say("Hello, **Bob**!")
    await expect(window.bob.last).to_contain_text("Hello, Bob!")
    await expect(window.bob.last.locator("strong")).to_have_text("Bob")


async def test_a_private_message_is_shown_to_one_person_only(window: Window) -> None:
    await window.ann.use("colour")
    await expect(window.ann.last).to_contain_text("Only you can see this")
    await window.ann.say("Did you see that?")
    await expect(window.bob.last).to_contain_text("Did you see that?")
    await expect(window.bob.messages).to_have_count(1)


async def test_a_private_message_can_be_dismissed(window: Window) -> None:
    await window.ann.use("colour")
    await window.ann.button("Dismiss").click()
    await expect(window.ann.messages).to_have_count(0)


async def test_a_mention_is_highlighted_for_the_person_it_names(window: Window) -> None:
    await window.ann.say("@Bob, it is your turn.")
    await expect(window.bob.last.get_by_role("button", name="@Bob")).to_be_attached()
    await expect(window.bob.box.locator(".message.highlighted")).to_have_count(1)
    await expect(window.ann.box.locator(".message.highlighted")).to_have_count(0)
    await expect(window.page.locator("#announcer")).to_contain_text("You were mentioned")


async def test_mentions_in_another_channel_are_counted_until_it_is_opened(
    sandbox_page: SandboxPage, window: Window
) -> None:
    (guild,) = sandbox_page.sandbox.world.guilds.values()
    elsewhere = next(channel for channel in guild.channels.values() if channel.name == "lounge")
    await window.bob.enter(elsewhere)
    await window.ann.say("@Bob, over here!")
    badge = window.bob.box.locator(".channels .badge")
    await expect(badge).to_have_text("1")
    await expect(window.page).to_have_title("(1) Gauntlet sandbox")
    await window.bob.box.get_by_role("button", name=f"#{sandbox_page.channel.name}, unread").click()
    await expect(badge).to_have_count(0)
    await expect(window.bob.last).to_contain_text("over here")


async def test_a_thread_appears_under_its_channel_and_can_be_opened(
    sandbox_page: SandboxPage, window: Window
) -> None:
    bot = sandbox_page.sandbox.world.bot
    create = sandbox_page.sandbox.platform.threads.start
    thread = create(sandbox_page.channel, f"in {sandbox_page.channel.name}", bot, ChannelType.PUBLIC_THREAD)
    await window.ann.box.get_by_role("button", name=f"Thread #{thread.name}").click()
    await window.ann.say("Quiet in here.")
    await expect(window.ann.last).to_contain_text("Quiet in here.")
    await expect(window.bob.messages).to_have_count(1)
    await expect(window.bob.last).to_contain_text("started a thread")


async def test_a_deleted_channel_closes_with_a_word_about_it(
    sandbox_page: SandboxPage, window: Window
) -> None:
    sandbox_page.sandbox.platform.changes.delete_channel(sandbox_page.channel)
    await expect(window.ann.problem).to_have_text(f"#{sandbox_page.channel.name} is gone.")
    await expect(window.ann.box.locator(".channel-title")).not_to_contain_text(sandbox_page.channel.name)


async def test_a_third_person_can_join_and_a_pane_can_change_hands(
    sandbox_page: SandboxPage, window: Window
) -> None:
    await window.page.get_by_role("button", name="Add a person").click()
    await window.page.get_by_label("Name").fill("Cleo Ray")
    await window.press("Enter")
    cleo = window.pane("Cleo Ray")
    await cleo.enter(sandbox_page.channel)
    await cleo.say("I am here too.")
    await expect(window.ann.last).to_contain_text("I am here too.")

    await window.bob.button("Bob. Change who this is").click()
    await window.page.get_by_role("menuitem", name="Close this pane").click()
    await expect(window.bob.box).to_have_count(0)
    await cleo.button("Cleo Ray. Change who this is").click()
    await window.page.get_by_role("menuitem", name="Bob").click()
    await expect(window.bob.box).to_be_visible()
    await expect(cleo.box).to_have_count(0)


async def test_a_name_that_is_taken_is_refused_in_the_dialog(window: Window) -> None:
    await window.page.get_by_role("button", name="Add a person").click()
    new = window.page.get_by_role("menuitem", name="New person")
    if await new.is_visible():
        await new.click()
    await window.page.get_by_label("Name").fill("ann")
    await window.press("Enter")
    dialog = window.page.get_by_role("dialog", name="Add a person")
    await expect(dialog.get_by_role("alert")).to_have_text("Someone here has that name already.")
