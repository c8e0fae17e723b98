"""Requests through the tokens of interactions: first answers, messages after them, and edits.

They are sent at once. One that Discord does not take, or that follows the last one that a token's limit lets
through, is left to discord.py, which waits and tries again.
"""

import asyncio
import re
from collections.abc import Sequence
from typing import Any, TypeAlias, cast
from urllib.parse import quote

import discord
import orjson
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.ui.wire.sending.connection import Answer
from bot.ui.wire.sending.sender import Sender
from bot.ui.wire.sheet import Wire

Form: TypeAlias = list[dict[str, Any]]
CALLBACK = "/interactions/{webhook_id}/{webhook_token}/callback"
FOLLOW_UPS = "/webhooks/{webhook_id}/{webhook_token}"
MESSAGE = "/webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
WITH_MESSAGE = "with_response=1"
"""Discord answers a callback with the message that it made."""
PLAIN = re.compile(r"[A-Za-z0-9_.~-]+")
"""What an address takes as it is."""
TOO_MANY, FAILED = 429, 500


class TokenRequests:
    def __init__(self, client: discord.Client, sender: Sender) -> None:
        self._client = client
        self._sender = sender

    async def call_back(
        self, interaction: int, token: str, body: Wire, files: Sequence[discord.File] = (), *, ask: bool
    ) -> Any:
        """The first answer to an interaction; `ask` for the message that it makes."""
        where = {"webhook_id": interaction, "webhook_token": token}
        if files:
            body.setdefault("data", {})["attachments"] = _listed(files)
        return await self._send("POST", CALLBACK, where, WITH_MESSAGE if ask else "", body, files, ask=ask)

    async def follow_up(self, token: str, body: Wire, files: Sequence[discord.File] = ()) -> Any:
        """Another message after the first answer."""
        where = {"webhook_id": self._client.application_id or 0, "webhook_token": token}
        if files:
            body["attachments"] = _listed(files)
        return await self._send("POST", FOLLOW_UPS, where, "wait=1&with_components=1", body, files)

    async def edit(
        self, token: str, message: int | str, body: Wire, files: Sequence[discord.File] = (), *, ask: bool
    ) -> Any:
        """A message that an interaction's token reaches; `@original` is the first answer. `ask` for what it
        has become."""
        if files:
            body["attachments"] = _listed(files)
        where = self._place(token, message)
        return await self._send("PATCH", MESSAGE, where, "with_components=1", body, files, ask=ask)

    async def delete(self, token: str, message: int | str) -> None:
        """A message that an interaction's token reaches; `@original` is the first answer."""
        await self._send("DELETE", MESSAGE, self._place(token, message), ask=False)

    def _place(self, token: str, message: int | str) -> Wire:
        application = self._client.application_id or 0
        return {"webhook_id": application, "webhook_token": token, "message_id": message}

    async def _send(
        self,
        method: str,
        path: str,
        where: Wire,
        query: str = "",
        body: Wire | None = None,
        files: Sequence[discord.File] = (),
        *,
        ask: bool = True,
    ) -> Any:
        """The answer is read only if somebody asks for it."""
        adapter, bucket = async_context.get(), (where["webhook_id"], where["webhook_token"])
        if not files and bucket not in adapter._locks:  # noqa: SLF001 - who waits for a token
            address = path.format_map(where | {"webhook_token": _quoted(where["webhook_token"])})
            address = f"{address}?{query}" if query else address
            data = None if body is None else orjson.dumps(body)
            answer = await self._sender.send(method, address, data, authorized=False)
            if not _is_special(answer):
                return answer.said if ask else None
            if not await self._is_refused_for_now(answer):
                await self._take(answer, adapter, bucket)
                return answer.said if ask else None
        return await self._with_patience(Route(method, path, **where), query, body, files)

    async def _is_refused_for_now(self, answer: Answer) -> bool:
        """Whether it has to be sent again, which makes sense as soon as this returns."""
        if answer.status >= FAILED:
            await asyncio.sleep(1)
            return True
        if answer.status == TOO_MANY and "Via" in answer.headers:
            await asyncio.sleep(answer.said["retry_after"])
            return True
        return False

    async def _take(self, answer: Answer, adapter: AsyncWebhookAdapter, bucket: tuple[Any, Any]) -> None:
        if _is_last(answer) and answer.status != TOO_MANY:
            await _close(adapter, bucket, float(answer.headers.get("X-RateLimit-Reset-After", 0.0)))
        if answer.status >= 300:
            raise error_of(answer)

    async def _with_patience(
        self, route: Route, query: str, body: Wire | None, files: Sequence[discord.File]
    ) -> Any:
        adapter, session = async_context.get(), self._client.http._HTTPClient__session  # type: ignore[attr-defined]  # noqa: SLF001
        params = dict(pair.split("=") for pair in query.split("&")) if query else None
        if not files:
            return await adapter.request(route, session, payload=body, params=params)
        for file in files:
            file.reset()
        form = _form(body or {}, files)
        return await adapter.request(route, session, multipart=form, files=files, params=params)


def error_of(answer: Answer) -> discord.HTTPException:
    """The error that discord.py would raise."""
    kinds: dict[int, type[discord.HTTPException]] = {403: discord.Forbidden, 404: discord.NotFound}
    kind = discord.DiscordServerError if answer.status >= FAILED else kinds.get(answer.status)
    return (kind or discord.HTTPException)(cast("Any", answer), answer.said)


def _is_special(answer: Answer) -> bool:
    """Whether it is an error, or the last one for a while."""
    return answer.status >= 300 or _is_last(answer)


def _is_last(answer: Answer) -> bool:
    return answer.headers.get("X-RateLimit-Remaining") == "0"


def _quoted(token: str) -> str:
    """As a part of an address. Discord's tokens rarely need it."""
    return token if PLAIN.fullmatch(token) else quote(token, safe="")


async def _close(adapter: AsyncWebhookAdapter, bucket: tuple[Any, Any], seconds: float) -> None:
    """Lets the next requests through a token wait, as discord.py does it."""
    if bucket in adapter._locks:  # noqa: SLF001
        return
    lock = adapter._locks[bucket] = asyncio.Lock()  # noqa: SLF001
    await lock.acquire()
    asyncio.get_running_loop().call_later(seconds, lock.release)


def _listed(files: Sequence[discord.File]) -> list[Any]:
    return [file.to_dict(number) for number, file in enumerate(files)]


def _form(body: Wire, files: Sequence[discord.File]) -> Form:
    parts: Form = [{"name": "payload_json", "value": orjson.dumps(body).decode()}]
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
