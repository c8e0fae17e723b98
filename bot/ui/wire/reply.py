"""How one interaction is answered: first within three seconds, then through its token for fifteen minutes.

A press that has to wait is acknowledged before its handler answers (`acknowledge`). The handler need not
know: what it sends as a first answer then goes through the token, and ends in the same place.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from enum import Enum, IntEnum

import aiohttp
import discord

from bot.ui.wire.requests import Requests
from bot.ui.wire.sender import Code
from bot.ui.wire.sheet import EPHEMERAL, SILENT, Content, Sheet, Wire, edited_body, message_body

ORIGINAL = "@original"
BELOW = "It is below."
"""Stands for a moment in a private message that makes way for a public one."""


class First(IntEnum):
    """The kinds of a first answer, by Discord's numbers."""

    MESSAGE = 4
    THINKING = 5
    WAIT = 6
    UPDATE = 7
    FORM = 9


class Late(Enum):
    """Says where the answer to a press will stand. It decides how a press is acknowledged that has to
    wait."""

    PRESSED = "in the pressed message, or nowhere"
    OWN = "in the person's private message that was pressed, or else in a new one"
    NEW = "in a new private message, or in a public one after it"
    FORM = "in a form, which can't follow anything: such a press goes first"


class Reply:
    def __init__(
        self,
        requests: Requests,
        interaction: int,
        token: str,
        own: int | None = None,
        pressed: tuple[int, int] | None = None,
    ) -> None:
        """`own` is the private message of the person that was pressed, if it was one; `pressed` the channel
        and the message that was pressed, whosever it is."""
        self.is_done = False
        """Whether the first answer was given."""
        self.is_late = False
        """Whether the press was acknowledged before its first answer."""
        self.is_lost = False
        """Whether Discord did not know the press any more when it was acknowledged."""
        self.duel = "-"
        """The key of the duel that it is about, for the log."""
        self.when_done: Callable[[], None] | None = None
        """Called after the first answer."""
        self._requests = requests
        self._interaction = interaction
        self._token = token
        self._own = own
        self._pressed = pressed
        self._is_thinking = False
        self._began = False
        """Whether a first answer or an acknowledgement was sent."""
        self._acknowledging: asyncio.Future[None] | None = None
        self._at: int | str | None = ORIGINAL
        """The answer as the token knows it. None: its message has yet to be made."""

    @property
    def followed(self) -> bool:
        """Says whether the answer stands in a message after the one that Discord calls original."""
        return self._at != ORIGINAL

    @property
    def can_wait(self) -> bool:
        """Says whether the press was neither answered nor acknowledged yet."""
        return not self._began

    async def acknowledge(self, late: Late) -> None:
        """Tells Discord that an answer will come, if nothing was said yet."""
        if self._began:
            return
        self._began = True
        self._acknowledging = asyncio.get_running_loop().create_future()
        quietly = late is Late.PRESSED or (late is not Late.NEW and self._own is not None)
        try:
            self.is_late = await self._acknowledged(First.WAIT if quietly else First.THINKING)
        finally:
            self._acknowledging.set_result(None)
            self._acknowledging = None

    async def _acknowledged(self, kind: First) -> bool:
        """Says whether the press is acknowledged. If Discord does not know the interaction, an earlier try
        may have arrived: the answer will show. If it can't be reached, the handler may be luckier."""
        body: Wire = {"type": kind.value}
        if kind is First.THINKING:
            body["data"] = {"flags": EPHEMERAL}
        try:
            await self._requests.call_back(self._interaction, self._token, body, ask=False)
        except discord.HTTPException as error:
            if error.code == Code.UNKNOWN_MESSAGE and kind is First.WAIT:
                return await self._acknowledged(First.THINKING)
            if error.code not in (Code.ALREADY_ANSWERED, Code.UNKNOWN_INTERACTION):
                return False
            self.is_lost = error.code == Code.UNKNOWN_INTERACTION
        except (discord.RateLimited, aiohttp.ClientError, OSError):
            return False
        self._is_thinking = kind is First.THINKING
        return True

    async def end_quietly(self) -> None:
        """Ends a press without a word: the pressed message stays as it is."""
        await self.acknowledge(Late.PRESSED)
        await self._until_acknowledged()
        if self._is_thinking:
            await self._requests.delete_through_token(self._token, ORIGINAL)

    async def privately(self, sheet: Sheet) -> int | None:
        """Answers in the person's private message that was pressed, or in a new one, never in one that others
        see. Returns the message's id."""
        if self.is_done:
            return await self.edit(sheet)
        await self._until_acknowledged()
        if self._own is not None and not self._is_thinking and await self._updated(sheet):
            return self._own
        return await self.send(sheet, private=True)

    async def take_time(self) -> None:
        """Tells Discord that the answer takes a while; `privately` then puts it in the same place."""
        if self._own is None:
            await self.think()
        else:
            await self.wait()

    async def update(self, sheet: Sheet) -> None:
        """Changes the message that was pressed."""
        await self._until_acknowledged()
        if self._is_thinking and self._pressed is not None:
            await self._update_as_bot(*self._pressed, sheet)
        else:
            await self._first(First.UPDATE, edited_body(sheet))

    async def _update_as_bot(self, channel: int, message: int, sheet: Sheet) -> None:
        """Changes the pressed message without the token, which does not reach it after "thinking…"."""
        await self._requests.edit(channel, message, sheet)
        await self._requests.delete_through_token(self._token, ORIGINAL)
        self._is_thinking, self._at = False, None
        self._answered()

    async def send(
        self,
        content: Content,
        *,
        private: bool,
        pinged: Collection[int] = (),
        silent: bool = False,
        files: Sequence[discord.File] = (),
    ) -> int | None:
        """Sends a new message, seen by this person alone or by everybody; returns its id."""
        flags = (EPHEMERAL if private else 0) | (SILENT if silent else 0)
        message = await self._first(First.MESSAGE, message_body(content, flags, pinged), files, ask=True)
        return int(message["id"]) if "id" in message else None

    async def post(
        self, content: Content, pinged: Collection[int] = (), files: Sequence[discord.File] = ()
    ) -> int | None:
        """Posts a new message that everybody sees, also after a first answer; returns its id."""
        if not self.is_done:
            return await self.send(content, private=False, pinged=pinged, files=files)
        posted = await self._requests.follow_up(self._token, message_body(content, 0, pinged), files)
        return int(posted["id"])

    async def open_form(self, form: Wire) -> bool:
        """Opens a form; False if the press was acknowledged, because none can be opened after that."""
        await self._until_acknowledged()
        if not self.is_late:
            await self._first(First.FORM, form)
        return not self.is_late

    async def think(self) -> None:
        """Shows this person alone that the answer takes a while; `edit` or `add` brings it."""
        await self._defer(First.THINKING, {"flags": EPHEMERAL})
        self._is_thinking = True

    async def wait(self) -> None:
        """Leaves the pressed message as it is for now; `edit` changes it."""
        await self._defer(First.WAIT, {})

    async def edit(self, content: Content, files: Sequence[discord.File] | None = None) -> int:
        """Changes the first answer. Without `files` its attachments stay; with an empty list they go."""
        if self._at is None:
            self._is_thinking = False
            return int((await self._follow(message_body(content, EPHEMERAL), files or ()))["id"])
        body = edited_body(content)
        if files is not None:
            body["attachments"] = []
        edited = await self._requests.edit_through_token(self._token, self._at, body, files or (), ask=True)
        self._is_thinking = False
        return int(edited["id"])

    async def add(self, content: Content, files: Sequence[discord.File] = ()) -> int:
        """Sends the next private message: it takes the place of "thinking…", or follows the earlier ones.
        Returns its id."""
        if self._is_thinking:
            return await self.edit(content, files)
        added = await self._requests.follow_up(self._token, message_body(content, EPHEMERAL), files)
        return int(added["id"])

    async def say(self, text: str) -> None:
        """Sends one private sentence, whatever was answered before."""
        if self.is_done:
            await self.add(Sheet([text_part(text)]))
        else:
            await self.send(Sheet([text_part(text)]), private=True)

    async def _updated(self, sheet: Sheet) -> bool:
        """Changes the pressed message; False if the person has dismissed it since."""
        try:
            await self.update(sheet)
        except discord.NotFound as error:
            if error.code != Code.UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _defer(self, kind: First, data: Wire) -> None:
        """Sends a first answer without a message. If Discord says that this was answered already, an earlier
        try has arrived, and only Discord's response was lost."""
        try:
            await self._first(kind, data)
        except discord.HTTPException as error:
            if error.code != Code.ALREADY_ANSWERED:
                raise
            self.is_done = True

    async def _first(
        self, kind: First, data: Wire, files: Sequence[discord.File] = (), *, ask: bool = False
    ) -> Wire:
        """Gives the first answer, and returns the message that it makes, if it was asked for."""
        if self.is_done:
            raise RuntimeError("this interaction was answered already")
        self._began = True
        await self._until_acknowledged()
        if self.is_late:
            message = await self._late(kind, data, files)
        else:
            body = {"type": kind.value, "data": data} if data else {"type": kind.value}
            answer = await self._requests.call_back(self._interaction, self._token, body, files, ask=ask)
            message = answer.get("resource", {}).get("message", {}) if isinstance(answer, dict) else {}
        self._answered()
        return message

    async def _until_acknowledged(self) -> None:
        if self._acknowledging is not None:
            await asyncio.shield(self._acknowledging)

    def _answered(self) -> None:
        self.is_done = True
        if self.when_done is not None:
            self.when_done()

    async def _late(self, kind: First, data: Wire, files: Sequence[discord.File]) -> Wire:
        """Sends what would have been the first answer, now that the press is acknowledged."""
        if kind is First.FORM:
            raise RuntimeError("a form can't be opened after an acknowledgement")
        if kind is First.MESSAGE:
            return await self._late_message(data, files)
        if kind is First.UPDATE:
            await self._requests.edit_through_token(self._token, ORIGINAL, data)
        elif kind is First.THINKING and not self._is_thinking:
            self._at = None
        return {}

    async def _late_message(self, data: Wire, files: Sequence[discord.File]) -> Wire:
        """Sends the first message after "thinking…", which takes its place and is private, whatever it asks
        for. So a public one comes when that has ended."""
        if not self._is_thinking:
            return await self._follow(data, files)
        self._is_thinking = False
        if flags := data.get("flags", 0) & EPHEMERAL:
            body = data | {"flags": data["flags"] & ~flags}
            edited: Wire = await self._requests.edit_through_token(
                self._token, ORIGINAL, body, files, ask=True
            )
            return edited
        await self._requests.edit_through_token(self._token, ORIGINAL, edited_body(Sheet([text_part(BELOW)])))
        posted = await self._follow(data, files)
        await self._requests.delete_through_token(self._token, ORIGINAL)
        return posted

    async def _follow(self, data: Wire, files: Sequence[discord.File]) -> Wire:
        made: Wire = await self._requests.follow_up(self._token, data, files)
        self._at = int(made["id"])
        return made


def text_part(text: str) -> Wire:
    """Makes a component of a text."""
    return {"type": discord.ComponentType.text_display.value, "content": text}
