"""The steps about channels: how many edits one takes, and what threads and other kinds of channels allow."""

import time
from dataclasses import dataclass
from typing import Any

from discord.utils import snowflake_time

from bot.live_check.guide import COMMAND, MESSAGE, PINGS_NOBODY, UPDATE, Guide, Section, buttons
from bot.live_check.rest import LIMITED, RestAnswer
from bot.ui.wire.sheet import EPHEMERAL

EDITS, OLD_EDITS, NEWS_EDITS = 12, 8, 5
HOUR = 3600.0
FOR_LATER = "**An old message of the check.**"
"""How the message begins that a later check edits."""
LABEL = "Here I am"
CAN_NOT = "I can't press it"
QUESTION = (
    "**7.** Make a **private** thread in this channel, don't add the bot, and type `/help` there. "
    "Then come back."
)
VOICE, NEWS = 2, 5
"""Discord's numbers for kinds of channels."""


async def edit_many(guide: Guide, found: Section) -> None:
    """Finds out how many edits a channel takes when they come without a pause."""
    await guide.go_on(f"**4.** I edit one message {EDITS} times. You only have to wait a few seconds.")
    posted = await guide.rest.send(
        "POST",
        f"/channels/{guide.channel}/messages",
        {"content": "Edit 0", "allowed_mentions": {"parse": []}},
    )
    found.measured("A new message says of limits", limits_of(posted))
    message, began = int(posted.body["id"]), time.monotonic()
    names = set()
    for number in range(1, EDITS + 1):
        answer = await guide.edit(message, {"content": f"Edit {number}"}, once=True)
        found.measured(
            f"Edit {number}, after {time.monotonic() - began:.1f} s", f"{answer} {limits_of(answer)}"
        )
        names.add(answer.limits.get("Bucket"))
        if answer.status == LIMITED:
            await guide.edit(message, {"content": f"Edit {number}"})
    same = names == {posted.limits.get("Bucket")}
    found.measured("New messages and edits share a bucket's name", same)


async def edit_old(guide: Guide, found: Section) -> None:
    """Finds out how many edits an old message takes."""
    await guide.go_on("**5.** I edit a message that I posted more than an hour ago, in an earlier check.")
    message = await _old_message(guide)
    if message is None:
        await guide.post(f"{FOR_LATER} Leave it here for another check, in an hour or later.")
        found.facts.append("There was no message of an hour ago. Run the check again after an hour.")
        return
    for number in range(1, OLD_EDITS + 1):
        answer = await guide.edit(message, {"content": f"{FOR_LATER} Edit {number}."}, once=True)
        found.measured(f"Edit {number} of an old message", f"{answer} {limits_of(answer)}")


async def _old_message(guide: Guide) -> int | None:
    """Returns the newest message here that an earlier check left for this one. Boards of duels are not
    touched."""
    answer = await guide.rest.send("GET", f"/channels/{guide.channel}/messages?limit=100")
    listed: list[dict[str, Any]] = answer.body if answer.status == 200 else []
    own = [int(each["id"]) for each in listed if _is_for_later(guide, each)]
    return next((each for each in own if _made_at(each) < time.time() - HOUR), None)


def _is_for_later(guide: Guide, message: dict[str, Any]) -> bool:
    is_own = message["author"]["id"] == str(guide.application)
    return is_own and str(message["content"]).startswith(FOR_LATER)


def _made_at(message: int) -> float:
    return snowflake_time(message).timestamp()


def limits_of(answer: RestAnswer) -> str:
    """Says in short what an answer tells of limits."""
    known = [f"{name} {value}" for name, value in answer.limits.items()]
    if answer.status == LIMITED and isinstance(answer.body, dict):
        known.append(f"retry after {answer.body.get('retry_after')}")
        known.append("Via" if "Via" in answer.headers else "no Via")
    return f"({', '.join(known)})" if known else "(nothing of limits)"


async def archive_and_lock(guide: Guide, found: Section) -> None:
    """Finds out what a thread allows when it is archived, and when it is locked."""
    await guide.go_on("**6.** I make a thread and archive it. Later you lock it.")
    message = await guide.post("A thread hangs on this message.")
    path = f"/channels/{guide.channel}/messages/{message}/threads"
    made = await guide.rest.send("POST", path, {"name": "A thread of the check", "auto_archive_duration": 60})
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
        answer = await self.guide.rest.send("PATCH", f"/channels/{self.thread}", {"archived": archived})
        self.found.measured("Archiving it" if archived else "Opening it again", answer)

    async def edit(self, where: str) -> None:
        answer = await self.guide.edit(self.message, {"content": f"In {where}."}, self.thread, once=True)
        self.found.measured(f"Editing a message in {where}", answer)

    async def press(self, where: str) -> None:
        """Asks the person to press the button there, or to say that they can't."""
        question = f"Go to <#{self.thread}>, now {where}, press **{LABEL}** there, and come back."
        pressed = await self.guide.pressed_or(self.number, question, CAN_NOT)
        self.found.measured(f"A press in {where} arrives", pressed is not None)
        if pressed is not None:
            answer = await self.guide.answer(pressed, UPDATE, {"content": f"Pressed in {where}."})
            self.found.measured(f"Answering a press in {where}", answer)


async def use_private_thread(guide: Guide, found: Section) -> None:
    """Finds out what the bot may do in a private thread that it was not added to."""
    typed = await guide.pressed_or(COMMAND, QUESTION, "No command is offered there")
    found.measured("A command in a private thread without the bot arrives", typed is not None)
    if typed is None:
        return
    found.measured("Discord says that the bot may write there", typed.may.send_messages_in_threads)
    answer = await guide.answer(typed, MESSAGE, {"content": "Thank you.", "flags": EPHEMERAL})
    found.measured("Answering the command", answer)
    body = {"content": "A message of the check.", "allowed_mentions": PINGS_NOBODY}
    path = f"/channels/{typed.channel}"
    found.measured("Writing there", await guide.rest.send("POST", f"{path}/messages", body))
    found.measured("Joining it", await guide.rest.send("PUT", f"{path}/thread-members/@me"))
    found.measured("Writing there afterwards", await guide.rest.send("POST", f"{path}/messages", body))


async def try_other_channels(guide: Guide, found: Section) -> None:
    """Finds out what voice channels and announcement channels allow."""
    await guide.go_on(
        "**8.** I write in a voice channel and in an announcement channel of this server. "
        "If it has none, make one of each first, and let me write there."
    )
    listed = await guide.rest.send("GET", f"/guilds/{await guide.guild()}/channels")
    places: list[dict[str, Any]] = listed.body if listed.status == 200 else []
    voice, news = (_first(places, kind) for kind in (VOICE, NEWS))
    if voice is None:
        found.facts.append("There is no voice channel.")
    else:
        await _try_voice(guide, found, voice)
    if news is None:
        found.facts.append("There is no announcement channel.")
    else:
        await _try_news(guide, found, news)


def _first(places: list[dict[str, Any]], kind: int) -> int | None:
    return next((int(place["id"]) for place in places if place["type"] == kind), None)


async def _try_voice(guide: Guide, found: Section, channel: int) -> None:
    body = {"content": "A message of the check.", "allowed_mentions": PINGS_NOBODY}
    posted = await guide.rest.send("POST", f"/channels/{channel}/messages", body)
    found.measured("Writing in a voice channel", posted)
    if posted.status < 400:
        path = f"/channels/{channel}/messages/{posted.body['id']}/threads"
        found.measured("Making a thread there", await guide.rest.send("POST", path, {"name": "A thread"}))


async def _try_news(guide: Guide, found: Section, channel: int) -> None:
    body = {"content": "A message of the check.", "allowed_mentions": PINGS_NOBODY}
    posted = await guide.rest.send("POST", f"/channels/{channel}/messages", body)
    found.measured("Writing in an announcement channel", posted)
    if posted.status >= 400:
        return
    for number in range(1, NEWS_EDITS + 1):
        answer = await guide.edit(int(posted.body["id"]), {"content": f"Edit {number}"}, channel, once=True)
        found.measured(f"Edit {number} there", f"{answer} {limits_of(answer)}")
