"""What a thread allows when it is archived, and when it is locked."""

from dataclasses import dataclass

from bot.live_check.guide import UPDATE, Guide, buttons
from bot.live_check.report import Section

LABEL = "Here I am"
CAN_NOT = "I can't press it"


async def archive_and_lock(guide: Guide, found: Section) -> None:
    await guide.go_on("**6.** I make a thread and archive it. Later you lock it.")
    message = await guide.post("A thread hangs on this message.")
    path = f"/channels/{guide.channel}/messages/{message}/threads"
    made = await guide.rest.ask("POST", path, {"name": "A thread of the check", "auto_archive_duration": 60})
    found.measured("Making a thread", made)
    if made.status >= 400:
        return
    number = guide.expect()
    thread = int(made.body["id"])
    posted = await guide.post("Press me.", buttons(number, LABEL), thread)
    place = Place(guide, found, thread, posted, number)
    await place.press("an open thread")
    await place.set_archived(archived=True)
    await place.edit("an archived thread")
    await place.press("an archived thread")
    if (
        await guide.ask("Lock the thread, in its menu. Then press the button.", "It is locked", "I may not")
        == "It is locked"
    ):
        await place.edit("a locked thread")
        await place.press("a locked thread")
        await place.set_archived(archived=False)


@dataclass
class Place:
    """A thread with one message that has a button."""

    guide: Guide
    found: Section
    thread: int
    message: int
    number: int

    async def set_archived(self, *, archived: bool) -> None:
        answer = await self.guide.rest.ask("PATCH", f"/channels/{self.thread}", {"archived": archived})
        self.found.measured("Archiving it" if archived else "Opening it again", answer)

    async def edit(self, where: str) -> None:
        answer = await self.guide.edit(self.message, {"content": f"In {where}."}, self.thread, once=True)
        self.found.measured(f"Editing a message in {where}", answer)

    async def press(self, where: str) -> None:
        """The person presses the button there, or says that they can't."""
        question = f"Go to <#{self.thread}>, now {where}, press **{LABEL}** there, and come back."
        pressed = await self.guide.pressed_or(self.number, question, CAN_NOT)
        self.found.measured(f"A press in {where} arrives", pressed is not None)
        if pressed is not None:
            answer = await self.guide.answer(pressed, UPDATE, {"content": f"Pressed in {where}."})
            self.found.measured(f"Answering a press in {where}", answer)
