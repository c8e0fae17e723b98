"""Brings the pictures of the deck to Discord, beside everything else. When all are there, it is turned on."""

import asyncio
import logging
import re
from collections.abc import Mapping

import aiohttp
import discord

from bot.process.clock import Clock
from bot.ui import codes
from bot.ui.deck import images
from bot.ui.deck.deck import Deck, Emoji
from bot.ui.wire.requests import Postponed
from bot.ui.wire.sheet import Wire
from bot.ui.wire.start.emoji import EmojiRequests

log = logging.getLogger(__name__)

SPACING = 0.1
"""Seconds between two changes, because boards need most of the requests that Discord takes in a second."""
SHORTEST_PAUSE = 1.0
"""Seconds until Discord is asked again when it has taken enough for the moment."""
FIRST_PAUSE, LONGEST_PAUSE = 60.0, 3600.0
"""Seconds until Discord is asked again after a refusal; the pause doubles each time."""
LOOK_AGAIN = 30.0
"""Seconds after which a process that leaves the uploading to another one looks again."""
BETWEEN_DOUBTS = 60.0
"""Seconds between two looks because Discord refused an emoji on a button."""
TITLE = re.compile(r"(\w+)_[0-9a-f]{6}")
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


class DeckUpload:
    def __init__(self, deck: Deck, emoji: EmojiRequests, clock: Clock, *, uploads: bool) -> None:
        """Of several processes, one `uploads`; the others wait until all pictures are there."""
        self._deck = deck
        self._emoji = emoji
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
        names = await asyncio.to_thread(lambda: {images.title(name): name for name in images.NAMES})
        if not names:
            return
        theirs = await self._listed()
        missing = [title for title in names if title not in theirs]
        if missing:
            self._deck.turn_off()
            if not self._uploads:
                self._again_in(LOOK_AGAIN)
                return
            level = logging.DEBUG if self._begun else logging.INFO
            self._begun = True
            log.log(level, "%d of %d emoji are not at Discord yet and are uploaded", len(missing), len(names))
        for title in missing:
            if title not in theirs:
                theirs[title] = await self._upload(title, names, theirs)
        self._deck.turn_on({name: Emoji(int(theirs[title]["id"]), title) for title, name in names.items()})
        log.info("the bot's own emoji are in use: %d, of which %d are new", len(names), len(missing))
        self._pause, self._begun, self._complained = FIRST_PAUSE, False, False
        if self._uploads and not self._cleaned:
            await self._remove_old(theirs, names)
            self._cleaned = True

    async def _upload(self, title: str, names: Mapping[str, str], theirs: dict[str, Wire]) -> Wire:
        """Another process may have been faster. If there is no place, old pictures make room."""
        await asyncio.sleep(SPACING)
        png = images.image(names[title])
        try:
            return await self._emoji.create(title, png)
        except discord.HTTPException as error:
            if error.code == codes.TOO_MANY_EMOJI and await self._remove_old(theirs, names):
                return await self._emoji.create(title, png)
            if error.code == codes.INVALID_BODY:
                theirs |= await self._listed()
            if title not in theirs:
                raise
        return theirs[title]

    async def _remove_old(self, theirs: dict[str, Wire], names: Mapping[str, str]) -> int:
        """Deletes what an earlier version has uploaded; returns how many that were."""
        old = [each for title, each in theirs.items() if title not in names and self._is_own(each)]
        for each in old:
            await asyncio.sleep(SPACING)
            try:
                await self._emoji.delete(int(each["id"]))
            except discord.NotFound:
                log.debug("emoji %s was deleted already", each["name"])
            del theirs[each["name"]]
        if old:
            log.info("emoji of earlier versions deleted: %d", len(old))
        return len(old)

    def _is_own(self, emoji: Wire) -> bool:
        """Whether an emoji is one of ours, and not somebody else's who happens to like the same name."""
        title = TITLE.fullmatch(emoji["name"])
        return title is not None and title[1] in images.NAMES and self._emoji.is_own(emoji)

    async def _listed(self) -> dict[str, Wire]:
        return {emoji["name"]: emoji for emoji in await self._emoji.every()}

    def _again_in(self, seconds: float) -> None:
        async def begin() -> None:
            self.start()

        self._clock.at(self._clock.now() + seconds, begin)

    def _complain(self, problem: Exception) -> None:
        """Says it once, until it has worked again."""
        level = logging.DEBUG if self._complained else logging.WARNING
        self._complained = True
        if getattr(problem, "code", None) == codes.TOO_MANY_EMOJI:
            log.log(level, "%s", FULL)
        else:
            log.log(level, REFUSED, problem)
