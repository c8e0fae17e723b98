"""Brings the pictures of the deck to Discord, beside everything else. When all are there, it is turned on."""

import asyncio
import base64
import logging
import re

import aiohttp
import discord

from bot.process.clock import Clock
from bot.ui.deck.deck import PICTURES, Deck, Emoji, emoji_title, png_of
from bot.ui.wire.requests import Postponed, Requests
from bot.ui.wire.sender import Code
from bot.ui.wire.sheet import Wire

log = logging.getLogger(__name__)

SHORTEST_PAUSE = 1.0
"""Seconds until Discord is asked again when it has taken enough for the moment."""
FIRST_PAUSE, LONGEST_PAUSE = 60.0, 3600.0
"""Seconds until Discord is asked again after a refusal; the pause doubles each time."""
LOOK_AGAIN = 30.0
"""Seconds after which a process that leaves the uploading to another one looks again."""
BETWEEN_DOUBTS = 60.0
"""Seconds between two looks because Discord refused an emoji on a button."""
FAILED = (discord.HTTPException, aiohttp.ClientError, OSError)
FULL = (
    "Discord keeps 2,000 emoji of an application and takes no more, so texts are shown without the bot's own "
    "pictures. Delete some at https://discord.com/developers/applications, on the page Emojis; the bot tries "
    "again within an hour"
)
REFUSED = (
    "Discord does not take the bot's own emoji, so texts are shown without pictures: %s. The bot tries again "
    "in a minute, then less often; nothing else has to be done unless this line comes at every start"
)
SPACING = 0.1
"""Seconds between two changes, because boards need most of the requests that Discord takes in a second."""
TITLE = re.compile(r"(\w+)_[0-9a-f]{6}")
ABOUT_NAME = "In name:"
"""Begins what is said of a name that is taken; the code for it does not reach us."""


class EmojiRequests:
    """Requests about the emoji of the application. Discord counts them over an hour, it seems."""

    def __init__(self, requests: Requests) -> None:
        self._requests = requests

    async def every(self) -> list[Wire]:
        answer = await self._requests.at_once("GET", self._path)
        items: list[Wire] = answer["items"]
        return items

    async def create(self, title: str, png: bytes) -> Wire:
        body = {"name": title, "image": f"data:image/png;base64,{base64.b64encode(png).decode()}"}
        created: Wire = await self._requests.at_once("POST", self._path, body)
        return created

    async def delete(self, number: int) -> None:
        await self._requests.at_once("DELETE", f"{self._path}/{number}")

    @property
    def pause(self) -> float:
        """Seconds until Discord takes anything."""
        return self._requests.buckets.pause

    def is_own(self, emoji: Wire) -> bool:
        """Whether this bot has uploaded an emoji, as far as Discord says."""
        maker = emoji.get("user")
        return maker is None or int(maker["id"]) == self._requests.me

    @property
    def _path(self) -> str:
        return f"/applications/{self._requests.application}/emojis"


class DeckUpload:
    def __init__(self, deck: Deck, emoji: EmojiRequests, clock: Clock, *, uploads: bool) -> None:
        """Of several processes, one `uploads`; the others wait until all pictures are there."""
        self._deck = deck
        self._emoji = emoji
        self._collection = Collection(emoji)
        self._clock = clock
        self._uploads = uploads
        self._task: asyncio.Task[None] | None = None
        self._pause = FIRST_PAUSE
        self._looked = 0.0
        self._begun = self._complained = self._cleaned = self._closed = False

    def start(self) -> None:
        if not self._closed and (self._task is None or self._task.done()):
            self._looked = self._clock.now()
            self._task = asyncio.create_task(self._try())

    def doubt(self) -> None:
        """Discord has refused an emoji: somebody may have deleted it. What another version of the bot has
        uploaded meanwhile stays then, so that two versions never delete each other's."""
        if self._clock.now() - self._looked >= BETWEEN_DOUBTS:
            self._cleaned = True
            self.start()

    def close(self) -> None:
        self._closed = True
        if self._task is not None:
            self._task.cancel()

    async def _try(self) -> None:
        try:
            await self._bring_all()
        except discord.RateLimited as limit:
            log.info("Discord takes no more emoji for %.0f s; the rest is uploaded then", limit.retry_after)
            self._again_in(limit.retry_after)
        except Postponed as limit:
            self._again_in(max(limit.wait, self._emoji.pause, SHORTEST_PAUSE))
        except FAILED as problem:
            self._complain(problem)
            self._again_in(self._pause)
            self._pause = min(2 * self._pause, LONGEST_PAUSE)
        except Exception:
            log.exception("the bot's own emoji are not used until its next start")

    async def _bring_all(self) -> None:
        ours = self._collection
        await ours.look()
        if not ours:
            return
        missing = len(ours.missing)
        if missing:
            self._deck.turn_off()
            if not self._uploads:
                self._again_in(LOOK_AGAIN)
                return
            level = logging.DEBUG if self._begun else logging.INFO
            self._begun = True
            log.log(level, "%d of %d emoji are not at Discord yet and are uploaded", missing, len(ours))
            await ours.upload_missing()
        self._deck.turn_on(ours.emoji)
        log.info("the bot's own emoji are in use: %d, of which %d are new", len(ours), missing)
        self._pause, self._begun, self._complained = FIRST_PAUSE, False, False
        if self._uploads and not self._cleaned:
            await ours.remove_old()
            self._cleaned = True

    def _again_in(self, seconds: float) -> None:
        async def begin() -> None:
            self.start()

        self._clock.at(self._clock.now() + seconds, begin)

    def _complain(self, problem: Exception) -> None:
        """Says it once, until it has worked again."""
        level = logging.DEBUG if self._complained else logging.WARNING
        self._complained = True
        if getattr(problem, "code", None) == Code.TOO_MANY_EMOJI:
            log.log(level, "%s", FULL)
        else:
            log.log(level, REFUSED, problem)


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
                if error.code != Code.INVALID_BODY or ABOUT_NAME not in error.text:
                    raise
                taken = error
        if taken is not None:
            await self.look()
            if self.missing:
                raise taken

    async def _upload(self, title: str) -> Wire:
        """If there is no room, the pictures of earlier versions make some."""
        png = png_of(self._pictures[title])
        try:
            return await self._requests.create(title, png)
        except discord.HTTPException as error:
            if error.code != Code.TOO_MANY_EMOJI or not await self.remove_old():
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
        is_ours = found is not None and found[1] in PICTURES and self._requests.is_own(emoji)
        return is_ours and title not in self._pictures


def _titles() -> dict[str, str]:
    return {emoji_title(name): name for name in PICTURES}
