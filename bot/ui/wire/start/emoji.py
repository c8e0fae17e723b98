"""Requests about the emoji of the application. Discord counts them over an hour, it seems."""

import base64

from discord.http import Route

from bot.ui.wire.requests import Requests
from bot.ui.wire.sheet import Wire

EVERY = "/applications/{application_id}/emojis"
ONE = "/applications/{application_id}/emojis/{emoji_id}"


class EmojiRequests:
    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    async def every(self) -> list[Wire]:
        answer = await self._requests.at_once(Route("GET", EVERY, application_id=self._requests.application))
        items: list[Wire] = answer["items"]
        return items

    async def create(self, title: str, png: bytes) -> Wire:
        body = {"name": title, "image": f"data:image/png;base64,{base64.b64encode(png).decode()}"}
        route = Route("POST", EVERY, application_id=self._requests.application)
        created: Wire = await self._requests.at_once(route, body)
        return created

    async def delete(self, number: int) -> None:
        route = Route("DELETE", ONE, application_id=self._requests.application, emoji_id=number)
        await self._requests.at_once(route)

    @property
    def pause(self) -> float:
        """Seconds until Discord takes anything."""
        return self._requests.buckets.pause

    def is_own(self, emoji: Wire) -> bool:
        """Whether this bot has uploaded an emoji, as far as Discord says."""
        maker = emoji.get("user")
        return maker is None or int(maker["id"]) == self._requests.me
