"""Requests to Discord, without the objects that discord.py would make of the answers.

They use discord.py's own HTTP clients, which obey Discord's limits, try again and raise discord.py's errors.
"""

import json
from collections.abc import Collection, Sequence
from typing import Any, TypeAlias

import aiohttp
import discord
from discord.http import Route
from discord.webhook.async_ import async_context

from bot.ui.wire.sheet import Content, Wire, edited_body, message_body

Form: TypeAlias = list[dict[str, Any]]
CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
FOLLOW_UPS = "/webhooks/{webhook_id}/{webhook_token}"
MESSAGE_OF_TOKEN = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"  # noqa: S105 - a path
MESSAGES = "/channels/{channel_id}/messages"
MESSAGE = "/channels/{channel_id}/messages/{message_id}"
WITH_MESSAGE = {"with_response": "1"}
"""Discord answers a callback with the message that it made."""


class Requests:
    def __init__(self, client: discord.Client) -> None:
        self._client = client

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
        route = Route("POST", FOLLOW_UPS, webhook_id=self._application, webhook_token=token)
        return await self._through_token(route, body, body, files, {"wait": "1", "with_components": "1"})

    async def edit_through_token(
        self, token: str, message: int | str, body: Wire, files: Sequence[discord.File] = ()
    ) -> Any:
        """A message that an interaction's token reaches; `@original` is the first answer."""
        route = Route(
            "PATCH",
            MESSAGE_OF_TOKEN,
            webhook_id=self._application,
            webhook_token=token,
            message_id=message,
        )
        return await self._through_token(route, body, body, files, {"with_components": "1"})

    async def post(
        self, channel: int, content: Content, flags: int = 0, pinged: Collection[int] = (), nonce: str = ""
    ) -> int:
        """A new message in a channel; a nonce makes Discord post it once, however often it is tried."""
        body = message_body(content, flags, pinged)
        if nonce:
            body |= {"nonce": nonce, "enforce_nonce": True}
        posted = await self._client.http.request(Route("POST", MESSAGES, channel_id=channel), json=body)
        return int(posted["id"])

    async def edit(self, channel: int, message: int, content: Content) -> None:
        """One of the bot's own messages in a channel."""
        body = edited_body(content)
        await self._client.http.request(
            Route("PATCH", MESSAGE, channel_id=channel, message_id=message), json=body
        )

    async def delete(self, channel: int, message: int) -> None:
        """One of the bot's own messages in a channel."""
        await self._client.http.request(Route("DELETE", MESSAGE, channel_id=channel, message_id=message))

    async def delete_through_token(self, token: str, message: int | str) -> None:
        """A message that an interaction's token reaches; `@original` is the first answer."""
        route = Route(
            "DELETE",
            MESSAGE_OF_TOKEN,
            webhook_id=self._application,
            webhook_token=token,
            message_id=message,
        )
        await async_context.get().request(route, self._session)

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
        if not files:
            return await adapter.request(route, self._session, payload=body, params=params)
        message["attachments"] = [file.to_dict(number) for number, file in enumerate(files)]
        form = _form(body, files)
        return await adapter.request(route, self._session, multipart=form, files=files, params=params)

    @property
    def _session(self) -> aiohttp.ClientSession:
        session: aiohttp.ClientSession = self._client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
        return session

    @property
    def _application(self) -> int:
        return self._client.application_id or 0


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
