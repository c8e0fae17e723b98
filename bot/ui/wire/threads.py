"""Requests about threads."""

from typing import Any

import discord
from discord.http import Route

from bot.ui.wire import codes

FROM_MESSAGE = "/channels/{channel_id}/messages/{message_id}/threads"
THREAD = "/channels/{channel_id}"
MEMBER = "/channels/{channel_id}/thread-members/{user_id}"
ME = "@me"


class ThreadRequests:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def open(self, channel: int, message: int, name: str, minutes: int) -> int:
        """Opens a thread on a message, and returns its id, which is that of the message. Discord archives it
        after so many minutes without a new message."""
        body = {"name": name, "auto_archive_duration": minutes}
        try:
            await self._ask("POST", FROM_MESSAGE, channel_id=channel, message_id=message, body=body)
        except discord.HTTPException as error:
            if error.code != codes.HAS_THREAD:  # otherwise an earlier try has opened it
                raise
        return message

    async def archive(self, thread: int) -> None:
        await self._ask("PATCH", THREAD, channel_id=thread, body={"archived": True})

    async def reopen(self, thread: int) -> None:
        """Makes an archived thread active again; refused if it is locked."""
        await self._ask("PATCH", THREAD, channel_id=thread, body={"archived": False})

    async def add(self, thread: int, person: int) -> None:
        await self._ask("PUT", MEMBER, channel_id=thread, user_id=person)

    async def join(self, thread: int) -> None:
        """The bot itself becomes a member; refused in a private thread that it was not invited to."""
        await self._ask("PUT", MEMBER, channel_id=thread, user_id=ME)

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None, **where: Any) -> None:
        route = Route(method, path, **where)
        if body is None:
            await self._client.http.request(route)
        else:
            await self._client.http.request(route, json=body)
