"""The keyboard: few Tab stops however full a channel is, arrow keys inside, and a slash from anywhere."""

from playwright.async_api import Locator, expect

from sandbox.wire import Wire
from tests.support.browser import PHONE, SandboxPage, Window

FEW = 8


def keypad(*, spent: tuple[int, ...] = ()) -> list[Wire]:
    """Nine buttons in three rows, and a list."""
    rows: list[Wire] = [
        {"type": 1, "components": [digit(number, spent) for number in range(start, start + 3)]}
        for start in (1, 4, 7)
    ]
    options = [{"label": name, "value": name} for name in ("slow", "fast")]
    pace = {"type": 3, "custom_id": "pace", "placeholder": "Pace", "options": options}
    return [*rows, {"type": 1, "components": [pace]}]


def digit(number: int, spent: tuple[int, ...]) -> Wire:
    label = f"{number} spent" if number in spent else str(number)
    return {"type": 2, "style": 1, "label": label, "custom_id": f"d{number}", "disabled": number in spent}


async def fill(sandbox_page: SandboxPage, window: Window) -> None:
    for _ in range(6):
        sandbox_page.post({"content": "Pick. <#1> https://example.com/", "components": keypad()})
    await expect(window.ann.messages).to_have_count(6)


def key(window: Window, number: int) -> Locator:
    return window.ann.last.get_by_role("button", name=str(number), exact=True)


async def tabs_to(window: Window, target: Locator) -> int:
    """How often Tab is pressed from the top of the page to this place."""
    await window.page.evaluate("document.activeElement.blur()")
    await window.page.locator("#add-pane").focus()
    for pressed in range(1, 100):
        await window.press("Tab")
        if await target.evaluate("(element) => element === document.activeElement"):
            return pressed
    return 100


async def test_few_tabs_lead_to_the_command_bar_of_a_full_channel(
    sandbox_page: SandboxPage, window: Window
) -> None:
    await fill(sandbox_page, window)
    assert await tabs_to(window, window.ann.bar) <= FEW


async def test_a_list_of_messages_is_two_stops_the_newest_message_and_its_first_button(
    sandbox_page: SandboxPage, window: Window
) -> None:
    await fill(sandbox_page, window)
    await window.ann.bar.focus()
    await window.press("Shift+Tab")
    await expect(key(window, 1)).to_be_focused()
    await window.press("Shift+Tab")
    await expect(window.ann.last).to_be_focused()
    await window.press("Shift+Tab")
    await expect(window.ann.box.locator(".channel[aria-current]")).to_be_focused()


async def test_arrow_keys_move_among_the_buttons_of_a_message(
    sandbox_page: SandboxPage, window: Window
) -> None:
    await fill(sandbox_page, window)
    await key(window, 1).focus()
    for pressed, reached in [
        ("ArrowRight", 2),
        ("ArrowDown", 5),
        ("ArrowLeft", 4),
        ("ArrowLeft", 3),
        ("Home", 1),
        ("Escape", None),
        ("ArrowRight", 1),
    ]:
        await window.press(pressed)
        await expect(window.ann.last if reached is None else key(window, reached)).to_be_focused()
    await window.press("ArrowUp")
    await expect(window.ann.last.get_by_role("link")).to_be_focused()
    await window.press("ArrowUp")
    await expect(window.ann.last).to_be_focused()
    await window.press("ArrowRight", "End")
    await expect(window.ann.last.get_by_role("combobox", name="Pace")).to_be_focused()
    await window.press("ArrowLeft")
    await expect(key(window, 9)).to_be_focused()
    await window.press("Tab")
    await expect(window.ann.bar).to_be_focused()
    await window.press("Shift+Tab")
    await expect(key(window, 9)).to_be_focused()


async def test_a_spent_button_is_stepped_over(sandbox_page: SandboxPage, window: Window) -> None:
    sandbox_page.post({"components": keypad(spent=(1, 3))})
    await window.ann.bar.focus()
    await window.press("Shift+Tab")
    await expect(key(window, 2)).to_be_focused()
    await window.press("ArrowRight")
    await expect(key(window, 4)).to_be_focused()


async def test_arrow_keys_move_among_messages_and_home_and_end_to_the_first_and_last(
    sandbox_page: SandboxPage, window: Window
) -> None:
    await fill(sandbox_page, window)
    await window.ann.last.focus()
    await window.press("ArrowUp")
    await expect(window.ann.messages.nth(4)).to_be_focused()
    await window.press("Home")
    await expect(window.ann.messages.first).to_be_focused()
    await window.press("End")
    await expect(window.ann.last).to_be_focused()


async def test_a_list_that_is_open_keeps_its_keys(sandbox_page: SandboxPage, window: Window) -> None:
    sandbox_page.post({"components": keypad()})
    pace = window.ann.last.get_by_role("combobox", name="Pace")
    await pace.focus()
    await window.press("Enter", "ArrowLeft", "End")
    await expect(pace).to_be_focused()
    await expect(pace).to_have_attribute("aria-expanded", "true")
    await window.press("Escape")


async def test_the_buttons_in_one_row_are_a_toolbar(sandbox_page: SandboxPage, window: Window) -> None:
    sandbox_page.post({"components": keypad()})
    await expect(window.ann.last.get_by_role("toolbar", name="Buttons")).to_have_count(3)
    await expect(window.ann.last.get_by_role("button", name="5", exact=True)).to_be_enabled()


async def test_channels_are_one_stop_and_arrow_keys_move_among_them(window: Window) -> None:
    channels = window.ann.box.locator(".channel")
    await window.ann.box.locator(".channel[aria-current]").focus()
    await window.press("Home")
    await expect(channels.first).to_be_focused()
    await window.press("ArrowDown")
    await expect(channels.nth(1)).to_be_focused()
    await window.press("ArrowUp", "Tab")
    assert await window.page.evaluate("document.activeElement.closest('.channels')") is None


async def test_news_in_another_channel_leaves_the_focus_among_the_channels(
    sandbox_page: SandboxPage, window: Window
) -> None:
    channels = window.ann.box.locator(".channel")
    await channels.first.click()
    await channels.first.focus()
    sandbox_page.post({"content": "News."})
    await expect(window.ann.box.locator(".channel.unread")).to_have_count(1)
    await expect(channels.first).to_be_focused()
    await window.ann.enter(sandbox_page.channel)


async def test_a_fresh_page_has_its_focus_in_the_first_bar(sandbox_page: SandboxPage) -> None:
    async with sandbox_page.opened() as window:
        await expect(window.ann.bar).to_be_focused()
        await window.page.keyboard.type("/wa")
        await expect(window.ann.suggestions).to_have_count(1)


async def test_on_a_phone_a_fresh_page_opens_no_keyboard(sandbox_page: SandboxPage) -> None:
    async with sandbox_page.opened(PHONE) as window:
        await expect(window.ann.bar).to_be_enabled()
        assert await window.page.evaluate("document.activeElement === document.body")


async def test_a_slash_without_focus_is_typed_into_the_bar_that_was_used_last(window: Window) -> None:
    await window.bob.bar.focus()
    await window.page.evaluate("document.activeElement.blur()")
    await window.page.keyboard.type("/wa")
    await expect(window.bob.bar).to_have_value("/wa")
    await expect(window.bob.suggestions).to_have_count(1)
    await window.bob.bar.fill("")


async def test_a_slash_from_elsewhere_keeps_what_was_written(window: Window) -> None:
    await window.ann.bar.fill("Either")
    await window.ann.button("Ann. Change who this is").focus()
    await window.press("/")
    await expect(window.ann.bar).to_be_focused()
    await expect(window.ann.bar).to_have_value("Either/")
    await window.ann.bar.fill("")
