"""The command bar: commands found by typing, options completed, mistakes named."""

from playwright.async_api import expect

from tests.support.browser import Window


async def test_a_slash_lists_the_commands_and_typing_narrows_them(window: Window) -> None:
    ann = window.ann
    await ann.bar.press_sequentially("/")
    await expect(ann.suggestions).to_have_count(3)
    await ann.bar.press_sequentially("wa")
    await expect(ann.suggestions).to_have_count(1)
    await expect(ann.suggestions).to_contain_text("/waveWave at someone.")


async def test_a_command_is_typed_with_completion_and_answered(window: Window) -> None:
    ann = window.ann
    await ann.bar.press_sequentially("/wa")
    await window.press("Tab")
    await window.page.keyboard.type("bo")
    await expect(ann.suggestions).to_have_count(1)
    await window.press("Enter", "Enter")
    await expect(window.bob.last).to_contain_text("Ann used /wave")
    await expect(window.bob.last).to_contain_text("@Ann waves at @Bob.")


async def test_a_missing_option_is_named_and_the_command_waits(window: Window) -> None:
    ann = window.ann
    await ann.bar.fill("/wave ")
    await window.press("Escape", "Enter")
    await expect(ann.problem).to_have_text("“person” is needed.")
    await expect(ann.box.get_by_label("person")).to_be_focused()
    await expect(ann.messages).to_have_count(0)


async def test_a_person_who_is_not_here_cannot_be_chosen(window: Window) -> None:
    await window.ann.bar.fill("/wave ")
    await window.page.keyboard.type("Nobody")
    await expect(window.ann.box.get_by_text("Nothing matches.")).to_be_visible()
    await window.press("Enter")
    await expect(window.ann.problem).to_have_text("“person” has no choice called “Nobody”.")


async def test_the_bot_completes_an_option_itself(window: Window) -> None:
    ann = window.ann
    await ann.bar.fill("/note ")
    await expect(ann.suggestions).to_have_count(6)
    await window.page.keyboard.type("in")
    await expect(ann.suggestions).to_have_text(["Indigo"])
    await window.press("Enter")
    await expect(ann.box.get_by_label("about")).to_have_value("Indigo")


async def test_a_text_that_is_too_long_is_refused_before_it_is_sent(window: Window) -> None:
    await window.ann.bar.fill("/note ")
    await window.page.keyboard.insert_text("x" * 41)
    await expect(window.ann.box.get_by_text("Nothing matches.")).to_be_visible()
    await window.press("Enter")
    await expect(window.ann.problem).to_have_text("“about” takes at most 40 characters.")


async def test_an_unknown_command_is_not_sent_as_text(window: Window) -> None:
    await window.ann.say("/dance")
    await expect(window.ann.problem).to_have_text("There is no command “/dance”.")
    await expect(window.ann.messages).to_have_count(0)


async def test_a_command_can_be_given_up(window: Window) -> None:
    await window.ann.bar.fill("/wave ")
    await expect(window.ann.box.get_by_role("group", name="Command wave")).to_be_visible()
    await window.press("Backspace")
    await expect(window.ann.bar).to_have_value("/wave")


async def test_a_person_menu_runs_the_bots_own_command(window: Window) -> None:
    await window.bob.say("Hi.")
    await window.ann.last.get_by_role("button", name="Bob", exact=True).click()
    await window.page.get_by_role("menuitem", name="Greet").click()
    await expect(window.ann.last).to_contain_text("Ann used Greet")
    await expect(window.ann.last).to_contain_text("Hello, @Bob!")


async def test_the_keyboard_alone_is_enough(window: Window) -> None:
    ann, bob = window.ann, window.bob
    await ann.button("Ann. Change who this is").focus()
    await window.press("/")
    await window.page.keyboard.type("wave")
    await window.press("Enter")
    await window.page.keyboard.type("bob")
    await window.press("Enter", "Enter")
    await expect(bob.button("Wave back")).to_be_visible()

    await bob.bar.focus()
    await window.press("Shift+Tab")
    await expect(bob.button("Wave back")).to_be_focused()
    await window.press("Enter")
    await expect(bob.button("Wave back (1)")).to_be_focused()

    await window.press("Shift+Tab")
    await expect(bob.last).to_be_focused()
    await window.press("Enter")
    await expect(window.page.get_by_role("menuitem").first).to_be_focused()
    await window.press("ArrowDown", "Escape")
    await expect(window.page.get_by_role("menu")).to_have_count(0)
    await expect(bob.last).to_be_focused()
    await window.press("Shift+Tab")
    await expect(bob.box.locator(".channel").last).to_be_focused()
