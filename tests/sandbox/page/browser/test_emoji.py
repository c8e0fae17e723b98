"""Emoji of the application in texts and on buttons, as large as on Discord."""

from playwright.async_api import Locator, expect

from sandbox.messages.emoji import Emoji
from tests.support.browser import SandboxPage, Window
from tests.support.pictures.tiny_png import tiny_png

LAYOUT = 1 << 15


def some_emoji(page: SandboxPage) -> tuple[Emoji, str]:
    """An emoji of the application, and how it is written."""
    emoji = page.sandbox.emoji.add("blue_7", tiny_png())
    return emoji, f"<:blue_7:{emoji.id}>"


async def heights(images: Locator) -> list[float]:
    boxes = [await image.bounding_box() for image in await images.all()]
    return [round(box["height"], 1) for box in boxes if box is not None]


async def font_size(element: Locator) -> float:
    return float(await element.evaluate("element => parseFloat(getComputedStyle(element).fontSize)"))


async def test_an_emoji_grows_with_the_text_around_it(sandbox_page: SandboxPage, window: Window) -> None:
    _, written = some_emoji(sandbox_page)
    text = f"{written} small\n# {written} large\n-# {written} tiny"
    sandbox_page.post({"components": [{"type": 10, "content": text}]}, flags=LAYOUT)
    images = window.ann.last.get_by_alt_text(":blue_7:")
    await expect(images).to_have_count(3)
    around = window.ann.last.locator(".rich > *")
    sizes = [1.375 * await font_size(around.nth(number)) for number in range(3)]
    assert await heights(images) == [round(size, 1) for size in sizes]
    assert sizes[1] > sizes[0] > sizes[2]
    assert await images.first.evaluate("image => image.complete && image.naturalWidth > 0")


async def test_an_emoji_alone_is_large_in_a_message_and_not_among_components(
    sandbox_page: SandboxPage, window: Window
) -> None:
    _, written = some_emoji(sandbox_page)
    sandbox_page.post({"content": f"{written} {written}"})
    images = window.ann.last.get_by_alt_text(":blue_7:")
    await expect(images).to_have_count(2)
    (large, _) = await heights(images)
    for alone in (written, "🏆"):
        sandbox_page.post({"components": [{"type": 10, "content": alone}]}, flags=LAYOUT)
        await expect(window.ann.last.locator(".rich")).not_to_have_class("rich jumbo")
    sandbox_page.post({"components": [{"type": 10, "content": written}]}, flags=LAYOUT)
    small = window.ann.last.get_by_alt_text(":blue_7:")
    await expect(small).to_have_count(1)
    assert large > 40
    assert (await heights(small))[0] < 24


async def test_buttons_and_lists_show_emoji_also_when_they_are_off(
    sandbox_page: SandboxPage, window: Window
) -> None:
    emoji, _ = some_emoji(sandbox_page)
    face = {"id": str(emoji.id), "name": "blue_7"}
    buttons = [
        {"type": 2, "style": 1, "label": "Play", "custom_id": "a", "emoji": face},
        {"type": 2, "style": 2, "custom_id": "b", "emoji": face, "disabled": True},
    ]
    options = [{"label": "Seven", "value": "7", "emoji": face, "default": True}]
    rows = [buttons, [{"type": 3, "custom_id": "c", "options": options}]]
    sandbox_page.post({"components": [{"type": 1, "components": row} for row in rows]})
    await expect(window.ann.button(":blue_7: Play")).to_be_enabled()
    spent = window.ann.last.get_by_role("button", name=":blue_7:", exact=True)
    await expect(spent).to_be_disabled()
    await expect(spent.get_by_alt_text(":blue_7:")).to_be_visible()
    await expect(window.ann.last.get_by_alt_text(":blue_7:")).to_have_count(3)


async def test_an_unknown_emoji_is_shown_by_its_name(sandbox_page: SandboxPage, window: Window) -> None:
    sandbox_page.post({"content": "Look: <:gone_7:42>"})
    await expect(window.ann.last).to_contain_text("Look: :gone_7:")
    await expect(window.ann.last.locator("img.emoji")).to_have_count(0)
    await expect(window.bob.last).to_contain_text("Look: :gone_7:")
