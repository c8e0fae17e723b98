"""Requests to Discord, without the objects that discord.py would make of the answers.

They use discord.py's own HTTP clients, which obey Discord's limits, try again and raise discord.py's errors.
What shows a state that changes is sent at once instead, or not at all: see `edit_now`.
"""

import json
from collections.abc import Awaitable, Callable, Collection, Sequence
from typing import Any, TypeAlias

import aiohttp
import discord
from discord.http import Route, json_or_text
from discord.webhook.async_ import async_context

from bot.ui import codes
from bot.ui.wire.buckets import LONGEST_WAIT, TOO_MANY, Buckets, is_ban
from bot.ui.wire.sheet import Content, Wire, edited_body, message_body, without_pictures
from bot.ui.wire.threads import ThreadRequests

Form: TypeAlias = list[dict[str, Any]]
CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
FOLLOW_UPS = "/webhooks/{webhook_id}/{webhook_token}"
MESSAGE_OF_TOKEN = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"  # noqa: S105 - a path
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
WITH_MESSAGE = {"with_response": "1"}
"""Discord answers a callback with the message that it made."""
INVALID_EMOJI = "Invalid emoji"
"""What Discord says then; its code for it does not reach us."""
LONGEST_REQUEST = 15.0
"""Seconds that a board takes at most, because the others of its channel wait for it."""


class Postponed(Exception):  # noqa: N818 - no fault
    """Discord does not take this now. By the time it does, something else may have to be shown."""

    def __init__(self, wait: float = 0.0) -> None:
        super().__init__()
        self.wait = wait
        """Seconds, if Discord has said how long."""


class Requests:
    def __init__(self, client: discord.Client, buckets: Buckets | None = None) -> None:
        self._client = client
        self.threads = ThreadRequests(client)
        self.buckets = Buckets() if buckets is None else buckets
        self.on_lost_picture: Callable[[], object] = lambda: None
        """Called when Discord does not know an emoji that is on a button."""

    async def call_back(
        self, interaction: int, token: str, body: Wire, files: Sequence[discord.File] = (), *, ask: bool
    ) -> Any:
        """The first answer to an interaction; `ask` for the message that it makes."""
        route = Route("POST", CALLBACK, webhook_id=interaction, webhook_token=token)
        return await self._through_token(
            route, body, body.get("data", {}), files, WITH_MESSAGE if ask else None
        )

    async def follow_up(self, token: str, body: Wire, files: Sequence[discord.File] = ()) -> Any:
        """Another message after the first answer."""
        route = Route("POST", FOLLOW_UPS, webhook_id=self.application, webhook_token=token)
        return await self._through_token(route, body, body, files, {"wait": "1", "with_components": "1"})

    async def edit_through_token(
        self, token: str, message: int | str, body: Wire, files: Sequence[discord.File] = ()
    ) -> Any:
        """A message that an interaction's token reaches; `@original` is the first answer."""
        route = Route(
            "PATCH",
            MESSAGE_OF_TOKEN,
            webhook_id=self.application,
            webhook_token=token,
            message_id=message,
        )
        return await self._through_token(route, body, body, files, {"with_components": "1"})

    async def post(
        self, channel: int, content: Content, flags: int = 0, pinged: Collection[int] = (), nonce: str = ""
    ) -> int:
        """A new message in a channel; a nonce makes Discord post it once, however often it is tried."""
        route = Route("POST", MESSAGES, channel_id=channel)
        body = message_body(content, flags, pinged) | _once(nonce)
        posted = await self._with_pictures(lambda body: self._in_time(route, json=body), body)
        return int(posted["id"])

    async def edit(self, channel: int, message: int, content: Content) -> None:
        """One of the bot's own messages in a channel."""
        route = Route("PATCH", MESSAGE, channel_id=channel, message_id=message)
        await self._with_pictures(lambda body: self._in_time(route, json=body), edited_body(content))

    async def edit_now(self, channel: int, message: int, content: Content) -> None:
        """Edits without waiting for anything: if Discord takes no edit now, this raises `Postponed`."""
        route = Route("PATCH", MESSAGE, channel_id=channel, message_id=message)
        await self._with_pictures(lambda body: self.at_once(route, body), edited_body(content))

    async def post_now(self, channel: int, content: Content, nonce: str = "") -> int:
        """Posts as `post` does, and waits for as little as `edit_now`."""
        route = Route("POST", MESSAGES, channel_id=channel)
        body = message_body(content) | _once(nonce)
        posted = await self._with_pictures(lambda body: self.at_once(route, body), body)
        return int(posted["id"])

    async def delete(self, channel: int, message: int) -> None:
        """One of the bot's own messages in a channel."""
        await self._in_time(Route("DELETE", MESSAGE, channel_id=channel, message_id=message))

    async def delete_through_token(self, token: str, message: int | str) -> None:
        """A message that an interaction's token reaches; `@original` is the first answer."""
        route = Route(
            "DELETE",
            MESSAGE_OF_TOKEN,
            webhook_id=self.application,
            webhook_token=token,
            message_id=message,
        )
        await async_context.get().request(route, self._session)

    async def _with_pictures(self, send: Callable[[Wire], Awaitable[Any]], body: Wire) -> Any:
        """Sends a message. If Discord does not know an emoji on one of its buttons, it is sent without any:
        somebody may have deleted one, and Discord has also refused some that were there."""
        try:
            return await send(body)
        except discord.HTTPException as error:
            if error.code != codes.INVALID_BODY or INVALID_EMOJI not in error.text:
                raise
        self.on_lost_picture()
        return await send(without_pictures(body))

    async def _in_time(self, route: Route, **body: Any) -> Any:
        """Waits while Discord shuts out this address, and tries once more if it does so only now."""
        await self.buckets.until_unbanned()
        try:
            return await self._client.http.request(route, **body)
        except discord.HTTPException as error:
            if error.status != TOO_MANY or not self.buckets.ban:
                raise
        await self.buckets.until_unbanned()
        return await self._client.http.request(route, **body)

    async def at_once(self, route: Route, body: Wire | None = None) -> Any:
        """Sends a request without waiting for anything. discord.py would stop what Discord counts over more
        than a minute, even if Discord takes it."""
        http = self._client.http
        headers = {
            "Authorization": f"Bot {http.token}",
            "User-Agent": http.user_agent,
            "Content-Type": "application/json",
        }
        async with self._session.request(
            route.method,
            route.url,
            data=None if body is None else json.dumps(body),
            headers=headers,
            timeout=aiohttp.ClientTimeout(total=LONGEST_REQUEST),
            proxy=http.proxy,
            proxy_auth=http.proxy_auth,
        ) as response:
            said = await json_or_text(response)
            if response.status >= 300:
                raise _problem(response, said)
            return said

    async def _through_token(
        self,
        route: Route,
        body: Wire,
        message: Wire,
        files: Sequence[discord.File],
        params: dict[str, str] | None,
    ) -> Any:
        """`message` is the part of the body that lists the files."""
        adapter = async_context.get()
        if files:
            message["attachments"] = [file.to_dict(number) for number, file in enumerate(files)]

        async def send(body: Wire) -> Any:
            if not files:
                return await adapter.request(route, self._session, payload=body, params=params)
            for file in files:
                file.reset()
            form = _form(body, files)
            return await adapter.request(route, self._session, multipart=form, files=files, params=params)

        return await self._with_pictures(send, body)

    @property
    def _session(self) -> aiohttp.ClientSession:
        session: aiohttp.ClientSession = self._client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
        return session

    @property
    def application(self) -> int:
        return self._client.application_id or 0

    @property
    def me(self) -> int:
        return 0 if self._client.user is None else self._client.user.id


def _once(nonce: str) -> Wire:
    return {"nonce": nonce, "enforce_nonce": True} if nonce else {}


def _problem(response: aiohttp.ClientResponse, said: Any) -> Exception:
    """The error that discord.py would raise; `Postponed` where it would wait and try again."""
    if response.status == TOO_MANY:
        problem = said if isinstance(said, dict) else {}
        if is_ban(response.headers, problem):
            return Postponed()
        if problem.get("code") != codes.TOO_MANY_EDITS:
            wait = problem["retry_after"]
            return Postponed(wait) if wait <= LONGEST_WAIT else discord.RateLimited(wait)
    kinds = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if response.status >= 500 else kinds.get(response.status)
    return (kind or discord.HTTPException)(response, said)


def _form(body: Wire, files: Sequence[discord.File]) -> Form:
    parts: Form = [{"name": "payload_json", "value": json.dumps(body)}]
    for number, file in enumerate(files):
        parts.append(
            {
                "name": f"files[{number}]",
                "value": file.fp,
                "filename": file.filename,
                "content_type": "application/octet-stream",
            }
        )
    return parts
