"""Unread marks, strangers' names and private messages, as the page shows them."""

import pytest
from playwright.async_api import expect

from sandbox.wire import MessageFlag
from sandbox.world.channel import Channel
from tests.support.browser import PHONE, SandboxPage, Window

NOBODY = {"parse": []}


def lounge_of(sandbox_page: SandboxPage) -> Channel:
    (guild,) = sandbox_page.sandbox.world.guilds.values()
    return next(channel for channel in guild.channels.values() if channel.name == "lounge")


async def test_an_edit_elsewhere_marks_nothing_and_a_new_message_puts_a_dot(
    sandbox_page: SandboxPage, window: Window
) -> None:
    room = f"#{sandbox_page.channel.name}"
    board = sandbox_page.post({"content": "A board."})
    await expect(window.bob.last).to_contain_text("A board.")
    await window.bob.enter(lounge_of(sandbox_page))
    sandbox_page.sandbox.platform.messages.edit(board, {"content": "Your turn."})
    row = window.bob.box.locator(".channel", has_text=sandbox_page.channel.name)
    await expect(window.ann.last).to_contain_text("Your turn.")
    await expect(row).to_have_accessible_name(room)
    sandbox_page.post({"content": "A new board."})
    await expect(row).to_have_accessible_name(f"{room}, unread")
    await expect(row.locator(".news")).to_have_count(1)
    await row.click()
    await expect(row).to_have_accessible_name(room)


async def test_unread_marks_outlive_the_page_and_are_read_on_every_device(sandbox_page: SandboxPage) -> None:
    bob = sandbox_page.sandbox.person("Bob")
    async with sandbox_page.opened() as first:
        await first.bob.enter(lounge_of(sandbox_page))
        sandbox_page.post({"content": f"<@{bob.id}>, come!", "flags": MessageFlag.SUPPRESS_NOTIFICATIONS})
        await expect(first.bob.box.locator(".channels .badge")).to_have_text("1")
        await expect(first.page.locator("#announcer")).not_to_contain_text("You were mentioned")
    async with sandbox_page.opened() as second:
        await expect(second.bob.box.locator(".channels .badge")).to_have_text("1")
    bob.go_to(sandbox_page.channel)
    async with sandbox_page.opened() as third:
        await expect(third.bob.box.locator(".channel-title")).to_be_visible()
        await expect(third.bob.box.locator(".channels .badge")).to_have_count(0)


async def test_on_a_phone_the_title_counts_what_is_unread_in_other_channels(
    sandbox_page: SandboxPage,
) -> None:
    ann = sandbox_page.sandbox.person("Ann")
    async with sandbox_page.opened(PHONE) as window:
        await window.ann.enter(lounge_of(sandbox_page))
        sandbox_page.post({"content": f"<@{ann.id}>, come!"})
        title = window.ann.box.locator(".channel-title")
        await expect(title.locator(".badge")).to_have_text("1")
        await window.ann.enter(sandbox_page.channel)
        await expect(title.locator(".badge")).to_have_count(0)


async def test_a_stranger_has_no_name_until_they_are_met(sandbox_page: SandboxPage) -> None:
    sandbox = sandbox_page.sandbox
    ann, bob = sandbox.person("Ann").go_to(sandbox_page.channel), sandbox.person("Bob")
    sandbox_page.post({"content": f"<@{bob.id}> against <@{ann.id}>", "allowed_mentions": NOBODY})
    async with sandbox_page.opened() as window:
        for pane in (window.ann, window.bob):
            await pane.enter(sandbox_page.channel)
        await expect(window.ann.messages.first).to_contain_text("@unknown-user against @Ann")
        await expect(window.bob.messages.first).to_contain_text("@Bob against @unknown-user")
        ann.say("Hello!")
        await expect(window.bob.messages.first).to_contain_text("@Bob against @Ann")
        await expect(window.ann.messages.first).to_contain_text("@unknown-user against @Ann")


async def test_a_message_shows_the_names_that_it_carries(sandbox_page: SandboxPage) -> None:
    text = f"<@{sandbox_page.sandbox.person('Bob').id}> waits"
    board = sandbox_page.post({"content": text, "allowed_mentions": NOBODY})
    async with sandbox_page.opened() as window:
        await window.ann.enter(sandbox_page.channel)
        await expect(window.ann.last).to_contain_text("@unknown-user waits")
        sandbox_page.sandbox.platform.messages.edit(board, {"content": text})
        await expect(window.ann.last).to_contain_text("@Bob waits")


async def test_whom_a_person_picks_is_known(window: Window) -> None:
    await window.ann.use("wave", "Bob")
    await expect(window.ann.last).to_contain_text("@Ann waves at @Bob.")


@pytest.mark.parametrize("how", ["dismiss", "reload"])
async def test_a_private_message_is_gone_for_the_client_and_still_on_the_server(
    sandbox_page: SandboxPage, how: str
) -> None:
    platform = sandbox_page.sandbox.platform
    ann = sandbox_page.sandbox.person("Ann").go_to(sandbox_page.channel)
    async with sandbox_page.opened() as window:
        await window.ann.enter(sandbox_page.channel)
        await window.ann.use("colour")
        await expect(window.ann.last).to_contain_text("Only you can see this")
        (private,) = platform.messages.seen_by(ann.user, sandbox_page.channel)
        assert not ann.sees().messages
        if how == "dismiss":
            await window.ann.button("Dismiss").click()
        else:
            await window.page.reload()
            await window.ann.enter(sandbox_page.channel)
        platform.messages.edit(private, {"content": "Unseen."})
        sandbox_page.post({"content": "Seen."})
        await expect(window.ann.last).to_contain_text("Seen.")
        await expect(window.ann.messages).to_have_count(1)
