"""What a person's app does with private messages, and what others see of a card that comes from one."""

from bot.live_check.guide import MESSAGE, Guide, buttons
from bot.live_check.report import Section
from bot.ui.wire.reply import ORIGINAL

SCREENS, LINES = 3, 60
"""How far up a message is moved."""


async def dismiss_and_reload(guide: Guide, found: Section) -> None:
    opened = await guide.press("**9.** Press the button, and look at the private message.", "Open")
    await guide.answer_privately(opened, {"content": "A private message."})
    question = "Is the private message also on your second device?"
    found.seen(question, await guide.ask(question, "Yes", "No", "I have none"))
    await guide.ask(
        "Dismiss the private message (*Dismiss message*, below it). Then press the button.", "Dismissed"
    )
    answer = await guide.edit_through(opened.token, ORIGINAL, {"content": "Edited after you dismissed it."})
    found.measured("Editing a private message that was dismissed", answer)
    question = "I have edited it since. Did it come back?"
    found.seen(question, await guide.ask(question, "Yes", "No"))
    opened = await guide.press("Press the button again.", "Open again")
    await guide.answer_privately(opened, {"content": "Another private message."})
    question = "Reload the page, or close the app and open it again. Is the private message still there?"
    found.seen(question, await guide.ask(question, "Yes", "No"))
    await _press_far_above(guide, found)


async def _press_far_above(guide: Guide, found: Section) -> None:
    number = guide.expect()
    above = await guide.post("This message will be far above.", buttons(number, "Far above"))
    for _ in range(SCREENS):
        await guide.post("\n".join(["·"] * LINES))
    here = f"https://discord.com/channels/{await guide.guild()}/{guide.channel}/{above}"
    question = f"Go up to {here}, and press **Far above** there."
    pressed = await guide.pressed_or(number, question, "I can't press it")
    found.measured("A press far above arrives", pressed is not None)
    if pressed is not None:
        await guide.answer_privately(pressed, {"content": "A private answer."})
        question = "Did you see the private answer without scrolling down?"
        found.seen(question, await guide.ask(question, "Yes", "No"))


async def card_from_panel(guide: Guide, found: Section) -> None:
    opened = await guide.press(
        "**10.** Press the button. Then press the one in the private message that opens.", "Open a panel"
    )
    number = guide.expect()
    panel = {"content": "Post a card from here.", "components": buttons(number, "Post a card")}
    await guide.answer_privately(opened, panel)
    pressed = await guide.pressed(number)
    answer = await guide.answer(pressed, MESSAGE, {"content": "A card that everybody sees."})
    found.measured("Posting a card from a private message", answer)
    question = "Look with another account. What stands in the small line above the card?"
    answers = ("Nothing", "Message deleted", "Something else", "I have none")
    found.seen(question, await guide.ask(question, *answers))
