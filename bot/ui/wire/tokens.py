"""Requests through the tokens of interactions: first answers, messages after them, and edits.

Discord counts them for each token, apart from everything else that the bot sends.
"""

import asyncio
import logging
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import aiohttp
import discord
import orjson

from bot.ui.wire.sender import FAILED, PURPOSE, TOO_MANY, Answer, Sender
from bot.ui.wire.sheet import Wire

log = logging.getLogger(__name__)

PAUSES = (1.0, 3.0, 5.0, 7.0)
"""Seconds between the tries, while Discord's servers fail."""


class TokenRequests:
    def __init__(self, client: discord.Client, sender: Sender) -> None:
        self._client = client
        self._sender = sender
        self._shut: dict[str, float] = {}
        """When Discord takes the next request, by the beginning of its path, where it has just taken the last
        one for a while."""

    async def call_back(
        self, interaction: int, token: str, body: Wire, files: Sequence[discord.File] = (), *, ask: bool
    ) -> Any:
        """The first answer to an interaction; `ask` for the message that it makes."""
        if files:
            body.setdefault("data", {})["attachments"] = _listed(files)
        place = f"/interactions/{interaction}/{quote(token, safe='')}"
        path = "/callback?with_response=1" if ask else "/callback"
        return await self._send("POST", place, path, body, files, ask=ask)

    async def follow_up(self, token: str, body: Wire, files: Sequence[discord.File] = ()) -> Any:
        """Another message after the first answer."""
        if files:
            body["attachments"] = _listed(files)
        path = "?wait=1&with_components=1"
        return await self._send("POST", self._webhook(token), path, body, files, ask=True)

    async def edit(
        self, token: str, message: int | str, body: Wire, files: Sequence[discord.File] = (), *, ask: bool
    ) -> Any:
        """A message that an interaction's token reaches; `@original` is the first answer. `ask` for what it
        has become."""
        if files:
            body["attachments"] = _listed(files)
        path = f"/messages/{message}?with_components=1"
        return await self._send("PATCH", self._webhook(token), path, body, files, ask=ask)

    async def delete(self, token: str, message: int | str) -> None:
        """A message that an interaction's token reaches; `@original` is the first answer."""
        await self._send("DELETE", self._webhook(token), f"/messages/{message}", ask=False)

    def _webhook(self, token: str) -> str:
        return f"/webhooks/{self._client.application_id or 0}/{quote(token, safe='')}"

    async def _send(
        self,
        method: str,
        place: str,
        path: str,
        body: Wire | None = None,
        files: Sequence[discord.File] = (),
        *,
        ask: bool,
    ) -> Any:
        """Tries again what Discord does not take yet, and while its servers fail. The answer is read only if
        somebody asks for it."""
        answer = await self._once(method, place, path, body, files)
        for pause in PAUSES:
            wait = _wait_after(answer, pause)
            if wait is None:
                break
            log.debug("%s waits %.1f s, as Discord says %d", PURPOSE.get(), wait, answer.status)
            await asyncio.sleep(wait)
            answer = await self._once(method, place, path, body, files)
        if not answer.is_fine:
            raise answer.error
        return answer.said if ask else None

    async def _once(
        self, method: str, place: str, path: str, body: Wire | None, files: Sequence[discord.File]
    ) -> Answer:
        loop = asyncio.get_running_loop()
        while (wait := self._shut.get(place, 0.0) - loop.time()) > 0:
            log.debug("%s waits %.1f s for the limit of its token", PURPOSE.get(), wait)
            await asyncio.sleep(wait)
        answer = await self._sender.send(method, place + path, _data(body, files), authorized=False)
        headers = answer.response.headers
        if headers.get("X-RateLimit-Remaining") == "0" and answer.status != TOO_MANY:
            seconds = float(headers.get("X-RateLimit-Reset-After", 0.0))
            self._shut[place] = loop.time() + seconds
            loop.call_later(seconds, self._shut.pop, place, None)
        return answer


def _wait_after(answer: Answer, pause: float) -> float | None:
    """Seconds after which to try again; None if that makes no sense."""
    if answer.status >= FAILED:
        return pause
    if answer.status != TOO_MANY or answer.is_ban:
        return None
    return float(answer.problem["retry_after"])


def _listed(files: Sequence[discord.File]) -> list[Wire]:
    return [{"id": number, "filename": file.filename} for number, file in enumerate(files)]


def _data(body: Wire | None, files: Sequence[discord.File]) -> bytes | aiohttp.FormData | None:
    """The body as it is sent. Files are read anew for every try."""
    if not files:
        return None if body is None else orjson.dumps(body)
    form = aiohttp.FormData(quote_fields=False)
    form.add_field("payload_json", orjson.dumps(body).decode())
    for number, file in enumerate(files):
        file.fp.seek(0)
        form.add_field(
            f"files[{number}]",
            file.fp.read(),
            filename=file.filename,
            content_type="application/octet-stream",
        )
    return form
