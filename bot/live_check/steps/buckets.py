"""How many edits a channel takes, and how many an old message takes."""

import time
from typing import Any

from discord.utils import snowflake_time

from bot.live_check.guide import Guide
from bot.live_check.report import Section
from bot.live_check.rest import LIMITED, Answer

EDITS = 12
OLD_EDITS = 8
HOUR = 3600.0
FOR_LATER = "**An old message of the check.**"
"""How the message begins that a later check edits."""


async def edit_many(guide: Guide, found: Section) -> None:
    """As fast as Discord takes them."""
    await guide.go_on(f"**4.** I edit one message {EDITS} times. You only have to wait a few seconds.")
    posted = await guide.rest.ask(
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
    """The newest message here that an earlier check left for this one. Boards of duels are not touched."""
    answer = await guide.rest.ask("GET", f"/channels/{guide.channel}/messages?limit=100")
    listed: list[dict[str, Any]] = answer.body if answer.status == 200 else []
    own = [int(each["id"]) for each in listed if _is_for_later(guide, each)]
    return next((each for each in own if _made_at(each) < time.time() - HOUR), None)


def _is_for_later(guide: Guide, message: dict[str, Any]) -> bool:
    is_own = message["author"]["id"] == str(guide.application)
    return is_own and str(message["content"]).startswith(FOR_LATER)


def _made_at(message: int) -> float:
    return snowflake_time(message).timestamp()


def limits_of(answer: Answer) -> str:
    """What an answer says of limits, in short."""
    known = [f"{name} {value}" for name, value in answer.limits.items()]
    if answer.status == LIMITED and isinstance(answer.body, dict):
        known.append(f"retry after {answer.body.get('retry_after')}")
        known.append("Via" if "Via" in answer.headers else "no Via")
    return f"({', '.join(known)})" if known else "(nothing of limits)"
