"""The emoji that Discord has of this bot, compared with the pictures of the deck."""

import asyncio
import logging
import re

import discord

from bot.ui import codes
from bot.ui.deck import images
from bot.ui.deck.deck import Emoji
from bot.ui.wire.sheet import Wire
from bot.ui.wire.start.emoji import EmojiRequests

log = logging.getLogger(__name__)

SPACING = 0.1
"""Seconds between two changes, because boards need most of the requests that Discord takes in a second."""
TITLE = re.compile(r"(\w+)_[0-9a-f]{6}")
ABOUT_NAME = "In name:"
"""Begins what is said of a name that is taken; the code for it does not reach us."""


class Collection:
    def __init__(self, requests: EmojiRequests) -> None:
        self._requests = requests
        self._pictures: dict[str, str] = {}
        """By title; a thread reads them, because all their files are read for that."""
        self._theirs: dict[str, Wire] = {}

    def __len__(self) -> int:
        return len(self._pictures)

    async def look(self) -> None:
        """Asks Discord what it has."""
        self._pictures = await asyncio.to_thread(_titles)
        self._theirs = {emoji["name"]: emoji for emoji in await self._requests.every()}

    @property
    def missing(self) -> list[str]:
        return [title for title in self._pictures if title not in self._theirs]

    @property
    def emoji(self) -> dict[str, Emoji]:
        """By the names of their pictures, when none is missing."""
        found = ((name, title, self._theirs[title]) for title, name in self._pictures.items())
        return {name: Emoji(int(wire["id"]), title) for name, title, wire in found}

    async def upload_missing(self) -> None:
        """One by one. What another process has uploaded meanwhile is asked for at the end."""
        taken: discord.HTTPException | None = None
        for title in self.missing:
            await asyncio.sleep(SPACING)
            try:
                self._theirs[title] = await self._upload(title)
            except discord.HTTPException as error:
                if error.code != codes.INVALID_BODY or ABOUT_NAME not in error.text:
                    raise
                taken = error
        if taken is not None:
            await self.look()
            if self.missing:
                raise taken

    async def _upload(self, title: str) -> Wire:
        """If there is no room, the pictures of earlier versions make some."""
        png = images.image(self._pictures[title])
        try:
            return await self._requests.create(title, png)
        except discord.HTTPException as error:
            if error.code != codes.TOO_MANY_EMOJI or not await self.remove_old():
                raise
        return await self._requests.create(title, png)

    async def remove_old(self) -> int:
        """Deletes what earlier versions have uploaded; returns how many that were."""
        old = [emoji for title, emoji in self._theirs.items() if self._is_old(title, emoji)]
        for emoji in old:
            await asyncio.sleep(SPACING)
            try:
                await self._requests.delete(int(emoji["id"]))
            except discord.NotFound:
                log.debug("emoji %s was deleted already", emoji["name"])
            del self._theirs[emoji["name"]]
        if old:
            log.info("emoji of earlier versions deleted: %d", len(old))
        return len(old)

    def _is_old(self, title: str, emoji: Wire) -> bool:
        """Whether it is of an earlier picture, and not somebody else's who happens to like the same name."""
        found = TITLE.fullmatch(title)
        is_ours = found is not None and found[1] in images.NAMES and self._requests.is_own(emoji)
        return is_ours and title not in self._pictures


def _titles() -> dict[str, str]:
    return {images.title(name): name for name in images.NAMES}
