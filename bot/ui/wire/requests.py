"""Requests to Discord, without the objects that discord.py would make of the answers.

What goes through the token of an interaction, and what shows a state that changes (`edit_now`), is sent at
once. Everything else uses discord.py's own HTTP client, which obeys Discord's limits and tries again. All of
them raise discord.py's errors.
"""

import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any

import discord
import orjson
from discord.http import Route

from bot.ui.wire.buckets import LONGEST_WAIT, Buckets
from bot.ui.wire.sender import PURPOSE, TOO_MANY, Answer, Code, Sender, patience
from bot.ui.wire.sheet import Content, Wire, edited_body, message_body, without_pictures
from bot.ui.wire.tokens import TokenRequests

log = logging.getLogger(__name__)

MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
THREADS = "/channels/{channel_id}/messages/{message_id}/threads"
THREAD = "/channels/{channel_id}"
MEMBER = "/channels/{channel_id}/thread-members/{user_id}"
ME = "@me"
INVALID_EMOJI = "Invalid emoji"
"""What Discord says then; its code for it does not reach us."""


class Postponed(Exception):  # noqa: N818 - no fault
    """Discord does not take this now. By the time it does, something else may have to be shown."""

    def __init__(self, wait: float = 0.0) -> None:
        super().__init__()
        self.wait = wait
        """Seconds, if Discord has said how long."""


class Requests:
    def __init__(self, client: discord.Client, token: str, buckets: Buckets | None = None) -> None:
        """`token` is the bot's own."""
        self._client = client
        self.threads = ThreadRequests(client)
        self.buckets = Buckets() if buckets is None else buckets
        self._sender = Sender(token, self.buckets.heard)
        self._tokens = TokenRequests(client, self._sender)
        self.on_lost_picture: Callable[[], object] = lambda: None
        """Called when Discord does not know an emoji that is on a button."""

    async def call_back(
        self, interaction: int, token: str, body: Wire, files: Sequence[discord.File] = (), *, ask: bool
    ) -> Any:
        """Gives the first answer to an interaction; `ask` for the message that it makes."""
        return await self._with_pictures(
            lambda body: self._tokens.call_back(interaction, token, body, files, ask=ask), body
        )

    async def follow_up(self, token: str, body: Wire, files: Sequence[discord.File] = ()) -> Any:
        """Sends another message after the first answer."""
        return await self._with_pictures(lambda body: self._tokens.follow_up(token, body, files), body)

    async def edit_through_token(
        self,
        token: str,
        message: int | str,
        body: Wire,
        files: Sequence[discord.File] = (),
        *,
        ask: bool = False,
    ) -> Any:
        """Edits a message that an interaction's token reaches; `@original` is the first answer. `ask` for
        what it has become."""
        return await self._with_pictures(
            lambda body: self._tokens.edit(token, message, body, files, ask=ask), body
        )

    async def post(
        self, channel: int, content: Content, flags: int = 0, pinged: Collection[int] = (), nonce: str = ""
    ) -> int:
        """Posts a new message in a channel; a nonce makes Discord post it once, however often it is tried."""
        route = Route("POST", MESSAGES, channel_id=channel)
        body = message_body(content, flags, pinged) | _once(nonce)
        posted = await self._with_pictures(lambda body: self._in_time(route, json=body), body)
        return int(posted["id"])

    async def edit(self, channel: int, message: int, content: Content) -> None:
        """Edits one of the bot's own messages in a channel."""
        route = Route("PATCH", MESSAGE, channel_id=channel, message_id=message)
        await self._with_pictures(lambda body: self._in_time(route, json=body), edited_body(content))

    async def edit_now(self, channel: int, message: int, content: Content) -> None:
        """Edits without waiting for anything: if Discord takes no edit now, this raises `Postponed`."""
        path = MESSAGE.format(channel_id=channel, message_id=message)
        await self._with_pictures(
            lambda body: self.at_once("PATCH", path, body, ask=False), edited_body(content)
        )

    async def post_now(self, channel: int, content: Content, nonce: str = "") -> int:
        """Posts as `post` does, and waits for as little as `edit_now`."""
        path = MESSAGES.format(channel_id=channel)
        body = message_body(content) | _once(nonce)
        posted = await self._with_pictures(lambda body: self.at_once("POST", path, body), body)
        return int(posted["id"])

    async def delete(self, channel: int, message: int) -> None:
        """Deletes one of the bot's own messages in a channel."""
        await self._in_time(Route("DELETE", MESSAGE, channel_id=channel, message_id=message))

    async def delete_through_token(self, token: str, message: int | str) -> None:
        """Deletes a message that an interaction's token reaches; `@original` is the first answer."""
        await self._tokens.delete(token, message)

    async def _with_pictures(self, send: Callable[[Wire], Awaitable[Any]], body: Wire) -> Any:
        """Sends a message. If Discord does not know an emoji on one of its buttons, it is sent without any:
        somebody may have deleted one, and Discord has also refused some that were there."""
        try:
            return await send(body)
        except discord.HTTPException as error:
            if error.code != Code.INVALID_BODY or INVALID_EMOJI not in error.text:
                raise
        self.on_lost_picture()
        return await send(without_pictures(body))

    async def _in_time(self, route: Route, **body: Any) -> Any:
        """Sends a request. Waits while Discord shuts out this address, and tries once more if it does so only
        now."""
        await self.until_unbanned()
        try:
            return await self._client.http.request(route, timeout=patience(), **body)
        except discord.HTTPException as error:
            if error.status != TOO_MANY or not self.buckets.ban:
                raise
        await self.until_unbanned()
        return await self._client.http.request(route, timeout=patience(), **body)

    async def until_unbanned(self) -> None:
        """Waits while Discord shuts out this address."""
        if self.buckets.ban:
            log.debug("%s waits while Discord shuts out this address", PURPOSE.get())
            await self.buckets.until_unbanned()

    async def at_once(self, method: str, path: str, body: Wire | None = None, *, ask: bool = True) -> Any:
        """Sends a request without waiting for anything. discord.py would stop what Discord counts over more
        than a minute, even if Discord takes it."""
        data = None if body is None else orjson.dumps(body)
        answer = await self._sender.send(method, path, data, authorized=True)
        if not answer.is_fine:
            raise _problem(answer)
        return answer.said if ask else None

    async def close(self) -> None:
        await self._sender.close()

    @property
    def application(self) -> int:
        return self._client.application_id or 0

    @property
    def me(self) -> int:
        return 0 if self._client.user is None else self._client.user.id


class ThreadRequests:
    """Sends requests about threads."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def open(self, channel: int, message: int, name: str, minutes: int) -> int:
        """Opens a thread on a message, and returns its id, which is that of the message. Discord archives it
        after so many minutes without a new message."""
        body = {"name": name, "auto_archive_duration": minutes}
        try:
            await self._send("POST", THREADS, channel_id=channel, message_id=message, body=body)
        except discord.HTTPException as error:
            if error.code != Code.HAS_THREAD:  # otherwise an earlier try has opened it
                raise
        return message

    async def archive(self, thread: int) -> None:
        await self._send("PATCH", THREAD, channel_id=thread, body={"archived": True})

    async def reopen(self, thread: int) -> None:
        """Makes an archived thread active again; refused if it is locked."""
        await self._send("PATCH", THREAD, channel_id=thread, body={"archived": False})

    async def add(self, thread: int, person: int) -> None:
        await self._send("PUT", MEMBER, channel_id=thread, user_id=person)

    async def join(self, thread: int) -> None:
        """Makes the bot itself a member; refused in a private thread that it was not invited to."""
        await self._send("PUT", MEMBER, channel_id=thread, user_id=ME)

    async def _send(self, method: str, path: str, body: Wire | None = None, **where: Any) -> None:
        route = Route(method, path, **where)
        if body is None:
            await self._client.http.request(route)
        else:
            await self._client.http.request(route, json=body)


def _once(nonce: str) -> Wire:
    return {"nonce": nonce, "enforce_nonce": True} if nonce else {}


def _problem(answer: Answer) -> Exception:
    """Returns the error that discord.py would raise, or `Postponed` where it would wait and try again."""
    if answer.is_ban:
        return Postponed()
    if answer.status == TOO_MANY and answer.problem.get("code") != Code.TOO_MANY_EDITS:
        wait = answer.problem["retry_after"]
        return Postponed(wait) if wait <= LONGEST_WAIT else discord.RateLimited(wait)
    return answer.error
