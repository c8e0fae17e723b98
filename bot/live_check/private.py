"""The steps about private messages: panels, the names in them, and what a person's app does with them."""

from typing import Any

from bot.live_check.guide import MESSAGE, WAIT, Guide, Section, buttons
from bot.live_check.rest import RestAnswer
from bot.ui.wire.reply import ORIGINAL

WAYS = {
    "A": "through @original of the press in it",
    "B": "by its id, through the press in it",
    "C": "through @original of the press that opened it",
}
LOOKS = ("A name", "@unknown-user", "A number")
SCREENS, LINES = 3, 60
"""How far up a message is moved."""


async def repaint_panel(guide: Guide, found: Section) -> None:
    """Finds out which tokens reach a panel: one press opens it, one is made in it, then each way is tried."""
    opened = await guide.press(
        "**2.** Press the button. Then press the one in the private message that opens.", "Open a panel"
    )
    number = guide.expect()
    panel = {"content": "Now press here.", "components": buttons(number, "Press me")}
    found.measured("Opening it", await guide.answer_privately(opened, panel))
    inside = await guide.pressed(number)
    found.measured("Answering the press in it", await guide.answer(inside, WAIT))
    tokens: dict[str, tuple[str, int | str]] = {
        "A": (inside.token, ORIGINAL),
        "B": (inside.token, inside.message),
        "C": (opened.token, ORIGINAL),
    }
    for letter, (token, message) in tokens.items():
        answer = await guide.edit_through(token, message, {"content": f"Line {letter}", "components": []})
        found.measured(f"Repainting it {WAYS[letter]} (line {letter})", answer)
    question = "Which line does your private message show now?"
    found.seen(question, await guide.ask(question, "Line A", "Line B", "Line C", "None"))


async def look_at_names(guide: Guide, found: Section) -> None:
    """Finds out whether people have names: in a new message, after an edit, and in a private message."""
    pressed = await guide.press(
        "**3.** Best on a phone, and in a server with many members. Press the button: I mention one of them.",
        "Mention somebody",
    )
    person = await stranger(guide, pressed.person)
    found.measured("Somebody else was found", person != pressed.person)
    text = f"Somebody: <@{person}>."
    allowed = {"parse": [], "users": [str(person)]}
    private = {"content": f"{text} (private)", "allowed_mentions": allowed}
    answer = await guide.answer_privately(pressed, private)
    found.measured("People that a private message carries", carried(answer.body["resource"]["message"]))
    message = await guide.post(text)
    question = "Look at the line *Somebody* that everybody sees. What stands behind it?"
    found.seen("A new message that pings nobody shows", await guide.ask(question, *LOOKS))
    edited = await guide.edit(message, {"content": f"{text} Edited.", "allowed_mentions": allowed})
    found.measured("People that an edited message carries", _carried_by(edited))
    found.seen(
        "After an edit it shows", await guide.ask("I have edited that line. What stands there now?", *LOOKS)
    )
    found.seen(
        "The private message shows", await guide.ask("And what stands in the private message?", *LOOKS)
    )
    question = "Did the edit ping the person in that line? Ask them, or look with their account."
    found.seen(question, await guide.ask(question, "Yes", "No", "Can't say"))


async def stranger(guide: Guide, tester: int) -> int:
    """Finds a member who is neither a bot nor the person at the screen; without one, that person."""
    guild = await guide.guild()
    for letter in "aeionrst":
        path = f"/guilds/{guild}/members/search?query={letter}&limit=20"
        answer = await guide.rest.send("GET", path)
        for member in answer.body if answer.status == 200 else ():
            user = member["user"]
            if not user.get("bot") and int(user["id"]) != tester:
                return int(user["id"])
    return tester


def carried(message: dict[str, Any]) -> int:
    return len(message.get("mentions") or ())


def _carried_by(answer: RestAnswer) -> object:
    return carried(answer.body) if answer.status == 200 else answer


async def dismiss_and_reload(guide: Guide, found: Section) -> None:
    """Finds out what a person's app does with private messages."""
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
    """Finds out what others see of a card that is posted from a private message."""
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
