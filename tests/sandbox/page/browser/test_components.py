"""What a bot puts before people: buttons, selects, forms, and everything it can lay out."""

from playwright.async_api import expect

from sandbox.messages.composing import Upload
from tests.support.browser import SandboxPage, Window

LAYOUT = 1 << 15
PICTURE = b'<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"/>'


async def test_a_button_changes_the_message_for_everyone(window: Window) -> None:
    await window.ann.use("wave", "bob")
    await window.bob.button("Wave back").click()
    await expect(window.bob.last).to_contain_text("@Bob has waved back.")
    await expect(window.ann.button("Wave back (1)")).to_be_visible()


async def test_a_button_of_someone_else_is_answered_in_private(window: Window) -> None:
    await window.ann.use("wave", "bob")
    await window.ann.button("Wave back").click()
    await expect(window.ann.last).to_contain_text("That wave wasn't for you.")
    await expect(window.bob.messages).to_have_count(1)


async def test_a_press_nobody_answers_fails_under_its_message(
    sandbox_page: SandboxPage, window: Window
) -> None:
    sandbox_page.post({"content": "Try me.", "components": [row(button("Silence", "silence"))]})
    silence = window.ann.button("Silence")
    await silence.click()
    await expect(silence).to_have_attribute("aria-busy", "true")
    sandbox_page.sandbox.clock.advance(3.1)
    await expect(window.ann.last.get_by_role("alert")).to_have_text("This interaction failed")
    await expect(silence).to_have_attribute("aria-busy", "false")


async def test_a_disabled_button_and_a_link_button(sandbox_page: SandboxPage, window: Window) -> None:
    link = {"type": 2, "style": 5, "label": "Rules", "url": "https://example.com/rules"}
    sandbox_page.post({"components": [row(button("Over", "over") | {"disabled": True}, link)]})
    await expect(window.ann.button("Over")).to_be_disabled()
    rules = window.ann.box.get_by_role("link", name="Rules")
    await expect(rules).to_have_attribute("href", "https://example.com/rules")
    await expect(rules).to_have_attribute("rel", "noopener noreferrer")


async def test_a_select_is_used_with_the_keyboard(window: Window) -> None:
    await window.ann.use("colour")
    await window.ann.select("Pick a colour").focus()
    await window.press("Enter", "ArrowDown", "Enter")
    await expect(window.ann.last).to_contain_text("You picked crimson.")


async def test_a_select_is_used_with_the_mouse(window: Window) -> None:
    await window.ann.use("colour")
    await window.ann.select("Pick a colour").click()
    await window.ann.option("Teal").click()
    await expect(window.ann.last).to_contain_text("You picked teal.")


async def test_a_select_of_several_people_is_sent_once_it_closes(
    sandbox_page: SandboxPage, window: Window
) -> None:
    people = {"type": 5, "custom_id": "people", "placeholder": "Invite people", "max_values": 2}
    sandbox_page.post({"components": [row(people)]})
    invite = window.ann.select("Invite people")
    await invite.focus()
    await window.press("Enter")
    await window.page.keyboard.type("ann")
    await window.press("Enter")
    await window.page.keyboard.type("bob")
    await window.press("Enter")
    await expect(invite).to_have_attribute("aria-busy", "false")
    await window.press("Escape")
    await expect(invite).to_have_attribute("aria-busy", "true")
    await expect(invite).to_have_text("Ann, Bob")
    sandbox_page.sandbox.clock.advance(3.1)
    await expect(window.ann.last.get_by_role("alert")).to_have_text("This interaction failed")


async def test_a_form_is_opened_checked_filled_and_sent(window: Window) -> None:
    ann = window.ann
    await ann.use("note", "jade")
    await expect(ann.form).to_contain_text("A note")
    await expect(window.bob.form).to_have_count(0)
    await ann.form.get_by_role("button", name="Submit").click()
    await expect(ann.form.get_by_role("alert").first).to_have_text("This is needed.")
    await ann.form.get_by_label("What should it say?").fill("Green as ever.")
    await ann.form.get_by_role("button", name="Submit").click()
    await expect(ann.form).to_have_count(0)
    await expect(window.bob.last).to_contain_text("jade Green as ever.")


async def test_a_form_leaves_the_other_person_free_and_closes_with_escape(window: Window) -> None:
    await window.ann.use("note", "teal")
    await expect(window.ann.form).to_be_visible()
    await window.bob.say("Still here.")
    await expect(window.bob.last).to_contain_text("Still here.")
    await window.ann.form.get_by_label("What should it say?").focus()
    await window.press("Escape")
    await expect(window.ann.form).to_have_count(0)
    await expect(window.ann.bar).to_be_focused()


async def test_a_form_the_bot_did_not_take_can_be_sent_again(
    sandbox_page: SandboxPage, window: Window
) -> None:
    await window.ann.use("note", "teal")
    await window.ann.form.get_by_label("What should it say?").fill("Once more.")
    submit = window.ann.form.get_by_role("button", name="Submit")
    sandbox_page.sandbox.faults.answer(400, "/interactions/")
    await submit.click()
    await expect(submit).to_be_disabled()
    sandbox_page.sandbox.clock.advance(3.1)
    problem = window.ann.form.locator("form > .problem")
    await expect(problem).to_have_text("Something went wrong. Try again.")
    sandbox_page.sandbox.faults.clear()
    await submit.click()
    await expect(window.bob.last).to_contain_text("Once more.")
    await expect(window.ann.form).to_have_count(0)


async def test_every_field_of_a_form_is_shown_and_read(window: Window) -> None:
    answers = await window.page.evaluate(EVERY_FIELD)
    assert answers["wrong"] == [False, False, False, True, True]
    assert answers["sent"] == [
        {"type": 18, "id": 1, "component": {"type": 4, "id": 2, "custom_id": "bid", "value": "12"}},
        {"type": 18, "id": 3, "component": {"type": 3, "id": 4, "custom_id": "card", "values": ["king"]}},
        {"type": 18, "id": 5, "component": {"type": 21, "id": 6, "custom_id": "pace", "value": "slow"}},
        {"type": 18, "id": 7, "component": {"type": 22, "id": 8, "custom_id": "tell", "values": ["me"]}},
        {"type": 18, "id": 9, "component": {"type": 23, "id": 10, "custom_id": "sure", "value": True}},
    ]


EVERY_FIELD = """async () => {
  const { drawField } = await import('/page/static/formfields.js');
  const label = (id, inner) => ({ type: 18, id, label: 'Label', component: { id: id + 1, ...inner } });
  const options = (...values) => values.map((value) => ({ label: value, value }));
  const fields = [
    label(1, { type: 4, custom_id: 'bid', style: 1, min_length: 2, max_length: 3 }),
    label(3, { type: 3, custom_id: 'card', options: options('two', 'king') }),
    label(5, { type: 21, custom_id: 'pace', options: options('live', 'slow') }),
    label(7, { type: 22, custom_id: 'tell', required: false, options: options('me', 'all') }),
    label(9, { type: 23, custom_id: 'sure' }),
  ].map((each) => drawField(each, { directory: null, channel: null }));
  document.body.append(...fields.map((field) => field.element));
  const [bid, card, pace, tell, sure] = fields.map((field) => field.element);
  bid.querySelector('input').value = '1';
  const wrong = fields.map((field) => field.validate());
  bid.querySelector('input').value = '12';
  card.querySelector('.select').click();
  card.querySelector('[role=option]:last-child').click();
  pace.querySelector('[value=slow]').click();
  tell.querySelector('[value=me]').click();
  sure.querySelector('input').click();
  return { wrong, sent: fields.map((field) => field.validate() && field.answer()) };
}"""


async def test_every_layout_block_is_shown(sandbox_page: SandboxPage, window: Window) -> None:
    image = {"media": {"url": "attachment://board.svg"}, "description": "The board"}
    blocks = [
        {"type": 10, "content": "## Round two"},
        section({"type": 2, "style": 3, "label": "Accept", "custom_id": "accept"}),
        {"type": 14, "divider": True, "spacing": 2},
        section({"type": 11, **image}),
        {"type": 12, "items": [image, image]},
        {"type": 13, "file": {"url": "attachment://match.json"}},
    ]
    container = {"type": 17, "accent_color": 0xAA3355, "components": blocks}
    files = (
        Upload(0, "board.svg", PICTURE, "image/svg+xml"),
        Upload(1, "match.json", b"{}", "application/json"),
    )
    sandbox_page.post({"components": [container]}, *files, flags=LAYOUT)
    last = window.ann.last
    await expect(last.get_by_role("heading", name="Round two")).to_be_visible()
    await expect(last.get_by_role("button", name="Accept")).to_be_visible()
    await expect(last.get_by_role("img", name="The board")).to_have_count(3)
    await expect(last.get_by_role("link", name="match.json")).to_have_attribute("download", "match.json")
    colour = "getComputedStyle(document.querySelector('.container')).borderLeftColor"
    assert await window.page.evaluate(colour) == "rgb(170, 51, 85)"


async def test_an_embed_and_its_attachments_are_shown_and_nothing_is_fetched_from_elsewhere(
    sandbox_page: SandboxPage, window: Window
) -> None:
    asked: list[str] = []
    window.page.on("request", lambda request: asked.append(request.url))
    embed = {
        "title": "Leaderboard",
        "description": "The **best**.",
        "color": 0x2A8550,
        "fields": [{"name": "Ann", "value": "1210", "inline": True}],
        "footer": {"text": "Page 1"},
        "image": {"url": "https://example.com/elsewhere.png"},
    }
    sandbox_page.post({"embeds": [embed]}, Upload(0, "board.svg", PICTURE, "image/svg+xml"))
    last = window.ann.last
    await expect(last.get_by_role("article")).to_contain_text("LeaderboardThe best.Ann1210")
    await expect(last.get_by_role("article")).to_contain_text("not loaded: https://example.com/elsewhere.png")
    await expect(last.get_by_role("img", name="board.svg")).to_be_visible()
    assert all(url.startswith(sandbox_page.sandbox.url) for url in asked)


async def test_a_deferred_answer_says_that_the_bot_is_thinking(
    sandbox_page: SandboxPage, window: Window
) -> None:
    sandbox_page.post({"content": ""}, flags=128)
    await expect(window.ann.last).to_contain_text("Gauntlet is thinking…")


async def test_an_edited_message_is_marked(sandbox_page: SandboxPage, window: Window) -> None:
    message = sandbox_page.post({"content": "One."})
    await expect(window.ann.last).to_contain_text("One.")
    sandbox_page.sandbox.platform.messages.edit(message, {"content": "Two."})
    await expect(window.ann.last).to_contain_text("Two. (edited)")
    await expect(window.ann.messages).to_have_count(1)


def row(*components: dict[str, object]) -> dict[str, object]:
    return {"type": 1, "components": list(components)}


def button(label: str, custom_id: str) -> dict[str, object]:
    return {"type": 2, "style": 2, "label": label, "custom_id": custom_id}


def section(accessory: dict[str, object]) -> dict[str, object]:
    return {"type": 9, "components": [{"type": 10, "content": "Beside it"}], "accessory": accessory}
