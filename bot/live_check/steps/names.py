"""Whether people have names: in a new message, after an edit, and in a private message."""

from typing import Any

from bot.live_check.guide import Guide
from bot.live_check.report import Section
from bot.live_check.rest import Answer

LOOKS = ("A name", "@unknown-user", "A number")


async def look_at_names(guide: Guide, found: Section) -> None:
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
    """A member who is neither a bot nor the person at the screen; the person themselves if there is none."""
    guild = await guide.guild()
    for letter in "aeionrst":
        path = f"/guilds/{guild}/members/search?query={letter}&limit=20"
        answer = await guide.rest.ask("GET", path)
        for member in answer.body if answer.status == 200 else ():
            user = member["user"]
            if not user.get("bot") and int(user["id"]) != tester:
                return int(user["id"])
    return tester


def carried(message: dict[str, Any]) -> int:
    return len(message.get("mentions") or ())


def _carried_by(answer: Answer) -> object:
    return carried(answer.body) if answer.status == 200 else answer
