"""Messages look as on Discord, and whatever they contain stays a message."""

import time

from playwright.async_api import expect

from tests.support.browser import SandboxPage, Window

TREE = """async (text) => {
  const { parse } = await import('/page/static/markdown.js');
  return parse(text);
}"""


LINES = [
    ("**a**", ["bold"]),
    ("*a* _b_", ["italics", "text", "italics"]),
    ("***a***", ["bold"]),
    ("__a__ ~~b~~ ||c||", ["underline", "text", "strike", "text", "spoiler"]),
    ("`**a**`", ["code"]),
    ("``a`b``", ["code"]),
    (r"\*a\*", ["text"]),
    ("snake_case_name", ["text"]),
    ("2 * 3 * 4", ["text"]),
    ("**open", ["text"]),
    ("<@1> <@&2> <#3> </duel highlow:4>", ["user", "text", "role", "text", "channel", "text", "command"]),
    ("<:wave:123> @everyone <t:0:R>", ["emoji", "text", "everyone", "text", "time"]),
    ("see https://a.example/x_(y), ok", ["text", "link", "text"]),
    ("[a](https://a.example) <https://b.example>", ["link", "text", "link"]),
    ("[a](javascript:alert(1))", ["text"]),
    ("[a](data:text/html,x)", ["text"]),
    ("<javascript:alert(1)>", ["text"]),
]


async def test_a_line_is_read_as_discord_reads_it(window: Window) -> None:
    for text, marks in LINES:
        (block,) = await window.page.evaluate(TREE, text)
        assert [node["kind"] for node in block["content"]] == marks, text


async def test_blocks_are_told_apart(window: Window) -> None:
    text = "# A\n-# B\n> C\n> D\n- E\n  - F\n1. G\nplain ```py\nH```\n>>> I\n\nJ"
    blocks = await window.page.evaluate(TREE, text)
    kinds = ["heading", "subtext", "quote", "list", "list", "paragraph", "code", "quote"]
    assert [block["kind"] for block in blocks] == kinds
    assert blocks[3]["items"][0]["list"]["items"][0]["content"][0]["text"] == "F"
    assert (blocks[6]["language"], blocks[6]["text"]) == ("py", "H")


async def test_a_long_row_of_marks_is_read_at_once(window: Window) -> None:
    started = time.monotonic()
    for mark in ("*", "_", "~", "|", "`", "[", "<", "> ", "*_", "**~~||"):
        await window.page.evaluate(TREE, (mark * 4000)[:4000])
    assert time.monotonic() - started < 5


async def test_markup_in_a_message_stays_text(window: Window) -> None:
    hostile = (
        "<script>window.hacked = 1</script><img src=x onerror='window.hacked = 1'> [x](javascript:hacked=1)"
    )
    await window.ann.say(hostile)
    await expect(window.bob.last.locator(".rich")).to_have_text(hostile)
    await expect(window.bob.last.locator("script, img, a")).to_have_count(0)
    assert await window.page.evaluate("window.hacked === undefined")


async def test_markup_in_names_labels_and_embeds_stays_text(
    sandbox_page: SandboxPage, window: Window
) -> None:
    hostile = "<b onclick=alert(1)>x</b>"
    press = {"type": 2, "style": 1, "label": hostile, "custom_id": "x"}
    sandbox_page.post(
        {
            "embeds": [{"title": hostile, "url": "javascript:alert(1)", "author": {"name": hostile}}],
            "components": [{"type": 1, "components": [press]}],
        }
    )
    await expect(window.ann.button(hostile)).to_be_visible()
    await expect(window.ann.last.locator(".embed-title")).to_have_text(hostile)
    await expect(window.ann.last.locator("b, a")).to_have_count(0)


async def test_a_link_is_shown_and_leaves_nothing_behind(window: Window) -> None:
    await window.ann.say("Read https://example.com/rules.")
    link = window.bob.last.get_by_role("link")
    await expect(link).to_have_attribute("href", "https://example.com/rules")
    await expect(link).to_have_attribute("rel", "noopener noreferrer")
    await expect(link).to_have_attribute("target", "_blank")


async def test_a_spoiler_is_covered_until_it_is_pressed(window: Window) -> None:
    await window.ann.say("It was ||the butler||.")
    cover = window.bob.last.get_by_role("button", name="Spoiler. Press to reveal.")
    await cover.focus()
    await window.press("Enter")
    await expect(window.bob.last.locator(".spoiler.revealed")).to_have_text("the butler")


async def test_a_relative_time_ticks(window: Window) -> None:
    await window.ann.say(f"Ends <t:{int(time.time()) + 30}:R>.")
    ticking = window.bob.last.locator("time[data-ticks]")
    await expect(ticking).to_contain_text("seconds")
    first = await ticking.inner_text()
    await expect(ticking).not_to_have_text(first)


async def test_a_command_mention_starts_the_command(sandbox_page: SandboxPage, window: Window) -> None:
    command = next(c for c in sandbox_page.sandbox.platform.commands.everything() if c["name"] == "wave")
    sandbox_page.post({"content": f"Try </wave:{command['id']}>."})
    await window.ann.last.get_by_role("button", name="/wave").click()
    await expect(window.ann.box.get_by_label("person")).to_be_focused()
