"""What voice channels and announcement channels allow."""

from typing import Any

from bot.live_check.guide import PINGS_NOBODY, Guide
from bot.live_check.report import Section
from bot.live_check.steps.buckets import limits_of

VOICE, NEWS = 2, 5
EDITS = 5


async def try_other_channels(guide: Guide, found: Section) -> None:
    await guide.go_on(
        "**8.** I write in a voice channel and in an announcement channel of this server. "
        "If it has none, make one of each first, and let me write there."
    )
    listed = await guide.rest.ask("GET", f"/guilds/{await guide.guild()}/channels")
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
    posted = await guide.rest.ask("POST", f"/channels/{channel}/messages", body)
    found.measured("Writing in a voice channel", posted)
    if posted.status < 400:
        path = f"/channels/{channel}/messages/{posted.body['id']}/threads"
        found.measured("Making a thread there", await guide.rest.ask("POST", path, {"name": "A thread"}))


async def _try_news(guide: Guide, found: Section, channel: int) -> None:
    body = {"content": "A message of the check.", "allowed_mentions": PINGS_NOBODY}
    posted = await guide.rest.ask("POST", f"/channels/{channel}/messages", body)
    found.measured("Writing in an announcement channel", posted)
    if posted.status >= 400:
        return
    for number in range(1, EDITS + 1):
        answer = await guide.edit(int(posted.body["id"]), {"content": f"Edit {number}"}, channel, once=True)
        found.measured(f"Edit {number} there", f"{answer} {limits_of(answer)}")
