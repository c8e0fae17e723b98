"""What Discord says to two processes that start at the same moment."""

import asyncio
import json
import sys
from typing import Any

import aiohttp

from bot.live_check.guide import Guide
from bot.live_check.report import Section

DISPATCH, IDENTIFY, INVALID_SESSION, HELLO = 0, 2, 9, 10
GUILDS = 1
PATIENCE = 15.0


async def identify_twice(guide: Guide, found: Section) -> None:
    await guide.go_on("**11.** I connect twice at the same moment. It uses up two of the day's starts.")
    asked = (await guide.rest.ask("GET", "/gateway/bot")).body
    limit = asked["session_start_limit"]
    found.measured("Starts left today", f"{limit['remaining']} of {limit['total']}")
    found.measured("Starts at the same time (max_concurrency)", limit["max_concurrency"])
    async with aiohttp.ClientSession() as session:
        both = [_identify(session, asked["url"], guide.rest.identity) for _ in range(2)]
        for number, heard in enumerate(await asyncio.gather(*both), start=1):
            found.measured(f"Connection {number} was told", heard)


async def _identify(session: aiohttp.ClientSession, url: str, token: str) -> str:
    """What comes after IDENTIFY: READY, or that the session is invalid, or that the connection is closed."""
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
