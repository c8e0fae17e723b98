"""What the eye can tell: buttons that are off, pale marks, names, and what a narrow window would cut off."""

from io import BytesIO

import pytest
from PIL import Image
from playwright.async_api import Locator, expect

from sandbox.wire import MessageFlag, Wire
from tests.support.browser import SandboxPage, Window

READABLE = 4.5
"""What makes small text readable, as a ratio of luminances."""
FACE = """(element) => {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const { color, backgroundColor, opacity } = getComputedStyle(element);
  return { text: rgb(color), ground: rgb(backgroundColor), opacity: Number(opacity) };
}"""
CUT_OFF = """() => [...document.querySelectorAll('button, input, textarea, a, h1, [role=combobox]')]
  .filter((each) => each.checkVisibility({ visibilityProperty: true }))
  .filter((each) => {
    const { left, right } = each.getBoundingClientRect();
    return left < -1 || right > innerWidth + 1;
  })
  .map((each) => each.outerHTML.slice(0, 80))"""


def luminance(colour: list[int]) -> float:
    parts = [value / 255 for value in colour]
    linear = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[int], other: list[int]) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


async def strongest_contrast(mark: Locator) -> float:
    """Between the paper and whatever is drawn there."""
    picture = Image.open(BytesIO(await mark.screenshot())).convert("RGB").tobytes()
    pixels = {picture[at : at + 3] for at in range(0, len(picture), 3)}
    return max(contrast(list(picture[:3]), list(pixel)) for pixel in pixels)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_a_button_that_is_off_can_be_read_and_told_from_one_that_is_on(
    sandbox_page: SandboxPage, window: Window, scheme: str
) -> None:
    await window.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    for style in (1, 2, 3, 4):
        pair = [
            {"type": 2, "style": style, "label": label, "custom_id": label, "disabled": label == "off"}
            for label in ("on", "off")
        ]
        sandbox_page.post({"content": f"Style {style}", "components": [{"type": 1, "components": pair}]})
        message = window.ann.messages.filter(has_text=f"Style {style}")
        on = await message.get_by_role("button", name="on", exact=True).evaluate(FACE)
        off = await message.get_by_role("button", name="off", exact=True).evaluate(FACE)
        assert off["opacity"] == 1
        assert contrast(off["text"], off["ground"]) >= READABLE, style
        assert contrast(on["ground"], off["ground"]) >= 1.15, style
    await window.page.emulate_media(color_scheme="null")


@pytest.mark.parametrize(("scheme", "mark"), [("light", "▫️"), ("light", "⬜"), ("dark", "▪️"), ("dark", "⬛")])
async def test_a_mark_in_the_colour_of_the_paper_is_seen(window: Window, scheme: str, mark: str) -> None:
    await window.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    await window.ann.say(f"A mark: {mark} and words.")
    outlined = window.bob.last.locator(".outlined")
    await expect(outlined).to_have_text(mark)
    assert await strongest_contrast(outlined) >= 2
    await window.page.emulate_media(color_scheme="null")


async def test_direct_messages_are_called_after_the_bot(sandbox_page: SandboxPage) -> None:
    sandbox_page.sandbox.person("Ann").go_to_dms()
    async with sandbox_page.opened() as window:
        row = window.ann.box.get_by_role("button", name="@Gauntlet", exact=True)
        await row.click()
        await expect(window.ann.box.locator(".channel-title")).to_contain_text("@Gauntlet")


@pytest.mark.parametrize("width", [320, 390])
async def test_a_narrow_window_cuts_nothing_off(sandbox_page: SandboxPage, width: int) -> None:
    async with sandbox_page.opened((width, 640)) as window:
        assert await window.page.evaluate(CUT_OFF) == []
        await window.ann.enter(sandbox_page.channel)
        await window.ann.bar.fill("/wave ")
        assert await window.page.evaluate(CUT_OFF) == []
        await window.page.keyboard.type("ann")
        await window.press("Enter", "Enter")
        await expect(window.ann.button("Wave back")).to_be_visible()
        await window.ann.use("note", "teal")
        await expect(window.ann.form).to_be_visible()
        assert await window.page.evaluate(CUT_OFF) == []
        await window.press("Escape")


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (600, "in 10 minutes"),
        (599, "in 10 minutes"),
        (569, "in 9 minutes"),
        (59, "in 59 seconds"),
        (3599, "in 1 hour"),
        (86_399, "in 1 day"),
        (-7200, "2 hours ago"),
        (-1, "1 second ago"),
        (0, "now"),
        (360 * 86_400, "in 1 year"),
    ],
)
async def test_a_relative_time_is_rounded(window: Window, seconds: int, words: str) -> None:
    script = "async (distance) => (await import('/page/static/time.js')).relative(1000 + distance, 1000)"
    assert await window.page.evaluate(script, seconds) == words


CLIPPED = "(element) => element.scrollWidth > element.clientWidth"
SHORT: Wire = {"label": "A minute per pick", "value": "1"}
LONG: Wire = {"label": "Ten minutes per pick", "value": "10"}
LONGER: Wire = {"label": "Those who are challenged or have to pick", "value": "all"}


def framed_list(chosen: Wire, *others: Wire) -> Wire:
    """A list in a frame, as the bot's pages have them."""
    options = [chosen | {"default": True}, *others]
    pace = {"type": 3, "custom_id": "pace", "placeholder": "Pace", "options": options}
    frame = {"type": 17, "components": [{"type": 1, "components": [pace]}]}
    return {"flags": MessageFlag.COMPONENTS_V2, "components": [frame]}


@pytest.mark.parametrize("width", [320, 390])
async def test_what_was_chosen_from_a_list_is_shown_whole(sandbox_page: SandboxPage, width: int) -> None:
    sandbox_page.post(framed_list(LONGER, SHORT))
    async with sandbox_page.opened((width, 640)) as window:
        await window.ann.enter(sandbox_page.channel)
        chosen = window.ann.last.locator(".select .chosen")
        await expect(chosen).to_have_text("Those who are challenged or have to pick")
        assert not await chosen.evaluate(CLIPPED)


async def test_the_tick_of_what_was_chosen_stands_in_its_line(sandbox_page: SandboxPage) -> None:
    sandbox_page.post(framed_list(LONG, SHORT))
    async with sandbox_page.opened((320, 640)) as window:
        await window.ann.enter(sandbox_page.channel)
        await window.ann.select("Pace").click()
        boxes = [await row.bounding_box() for row in await window.ann.box.get_by_role("option").all()]
        assert len({round(box["height"]) for box in boxes if box}) == 1
        await window.press("Escape")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_an_option_that_can_be_added_has_an_edge(window: Window, scheme: str) -> None:
    await window.page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    edge = """() => {
      const button = document.createElement('button');
      button.className = 'add-option';
      document.querySelector('.bar-field').append(button);
      const { borderTopColor: color } = getComputedStyle(button);
      const { backgroundColor } = getComputedStyle(button.closest('.bar'));
      const probe = document.createElement('i');
      Object.assign(probe.style, { color, backgroundColor });
      document.body.append(probe);
      button.remove();
      return probe;
    }"""
    probe = (await window.page.evaluate_handle(edge)).as_element()
    assert probe
    seen = await probe.evaluate(FACE)
    assert contrast(seen["text"], seen["ground"]) >= 2
    await probe.evaluate("(element) => element.remove()")
    await window.page.emulate_media(color_scheme="null")
