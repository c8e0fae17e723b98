"""The steps about the application: its commands, its connections and its emoji."""

import asyncio
import base64
import json
import sys
from typing import Any

import aiohttp

from bot.live_check.guide import Guide, Section
from bot.ui.deck.deck import png_of

WAYS = {"0": "in servers", "1": "for oneself"}
"""The two ways to install an application, by Discord's keys."""
DISPATCH, IDENTIFY, INVALID_SESSION, HELLO = 0, 2, 9, 10
GUILDS = 1
PATIENCE = 15.0
TITLE = "live_check"
LOOKS = ("A picture", "A word between colons", "Nothing")


async def look_at_installs(guide: Guide, found: Section) -> None:
    """Finds out whether commands are offered where the bot is not."""
    application = (await guide.rest.send("GET", "/applications/@me")).body
    ways = application.get("integration_types_config")
    known = ", ".join(words for key, words in WAYS.items() if key in (ways or ()))
    found.measured("Ways to install it", known or "not said")
    commands = (await guide.rest.send("GET", f"/applications/{guide.application}/commands")).body
    found.measured("Commands", len(commands))
    loose = [each["name"] for each in commands if each.get("integration_types") != [0]]
    found.measured("Commands that are not for servers alone", ", ".join(loose) or "none")
    question = (
        "Type `/duel` in the direct messages with a friend, and in a server without this bot. "
        "Is this bot's command offered in one of them?"
    )
    found.seen(question, await guide.ask(f"**1.** {question}", "Yes", "No"))


async def identify_twice(guide: Guide, found: Section) -> None:
    """Finds out what Discord says to two processes that start at the same moment."""
    await guide.go_on("**11.** I connect twice at the same moment. It uses up two of the day's starts.")
    asked = (await guide.rest.send("GET", "/gateway/bot")).body
    limit = asked["session_start_limit"]
    found.measured("Starts left today", f"{limit['remaining']} of {limit['total']}")
    found.measured("Starts at the same time (max_concurrency)", limit["max_concurrency"])
    async with aiohttp.ClientSession() as session:
        both = [_identify(session, asked["url"], guide.rest.identity) for _ in range(2)]
        for number, heard in enumerate(await asyncio.gather(*both), start=1):
            found.measured(f"Connection {number} was told", heard)


async def _identify(session: aiohttp.ClientSession, url: str, token: str) -> str:
    """Returns what comes after IDENTIFY: READY, or that the session is invalid, or that the connection is
    closed."""
    data = {
        "token": token,
        "intents": GUILDS,
        "properties": {"os": sys.platform, "browser": "gauntlet", "device": "gauntlet"},
    }
    try:
        async with asyncio.timeout(PATIENCE), session.ws_connect(f"{url}/?v=10&encoding=json") as socket:
            async for message in socket:
                frame: dict[str, Any] = json.loads(message.data)
                if frame["op"] == HELLO:
                    await socket.send_json({"op": IDENTIFY, "d": data})
                elif frame["op"] == INVALID_SESSION:
                    return "invalid session"
                elif frame["op"] == DISPATCH:
                    return str(frame["t"])
            return f"closed with {socket.close_code}"
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError):
        return "nothing"


async def use_emoji(guide: Guide, found: Section) -> None:
    """Uploads one, and deletes it when somebody has said how it looks."""
    path = f"/applications/{guide.application}/emojis"
    listed = await guide.rest.send("GET", path)
    found.measured("Listing emoji", listed)
    found.measured("Emoji that are there", len(listed.body["items"]) if listed.status == 200 else "not said")
    image = base64.b64encode(png_of("gauntlet")).decode()
    made = await guide.rest.send("POST", path, {"name": TITLE, "image": f"data:image/png;base64,{image}"})
    found.measured("Uploading one", made)
    found.measured("What the answer says of limits", made.limits or "nothing")
    if made.status >= 400:
        return
    try:
        question = f"What stands between the two arrows? → <:{TITLE}:{made.body['id']}> ←"
        found.seen("An emoji in a text is", await guide.ask(f"**12.** {question}", *LOOKS))
    finally:
        found.measured("Deleting it", await guide.rest.send("DELETE", f"{path}/{made.body['id']}"))
