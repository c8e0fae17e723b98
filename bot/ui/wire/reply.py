"""How one interaction is answered: first within three seconds, then through its token for fifteen minutes."""

from collections.abc import Callable, Collection, Sequence
from enum import IntEnum

import discord

from bot.ui import codes
from bot.ui.wire.requests import Requests
from bot.ui.wire.sheet import EPHEMERAL, SILENT, Content, Sheet, Wire, edited_body, message_body

ORIGINAL = "@original"


class First(IntEnum):
    """The kinds of a first answer, by Discord's numbers."""

    MESSAGE = 4
    THINKING = 5
    WAIT = 6
    UPDATE = 7
    FORM = 9


class Reply:
    def __init__(self, requests: Requests, interaction: int, token: str, own: int | None = None) -> None:
        """`own` is the private message of the person that was pressed, if it was one."""
        self.is_done = False
        """Whether the first answer was given."""
        self.duel = "-"
        """The key of the duel that it is about, for the log."""
        self.when_done: Callable[[], None] | None = None
        """Called after the first answer."""
        self._requests = requests
        self._interaction = interaction
        self._token = token
        self._own = own
        self._is_thinking = False

    async def privately(self, sheet: Sheet) -> int | None:
        """Answers in the person's private message that was pressed, or in a new one, never in one that others
        see. Returns the message's id."""
        if self.is_done:
            return await self.edit(sheet)
        if self._own is not None and await self._updated(sheet):
            return self._own
        return await self.send(sheet, private=True)

    async def take_time(self) -> None:
        """Tells Discord that the answer takes a while; `privately` then puts it in the same place."""
        if self._own is None:
            await self.think()
        else:
            await self.wait()

    async def update(self, sheet: Sheet) -> None:
        """The message that was pressed becomes this."""
        await self._first(First.UPDATE, edited_body(sheet))

    async def send(
        self,
        content: Content,
        *,
        private: bool,
        pinged: Collection[int] = (),
        silent: bool = False,
        files: Sequence[discord.File] = (),
    ) -> int | None:
        """A new message, seen by this person alone or by everybody; returns its id."""
        flags = (EPHEMERAL if private else 0) | (SILENT if silent else 0)
        answer = await self._first(First.MESSAGE, message_body(content, flags, pinged), files, ask=True)
        message = answer.get("resource", {}).get("message", {}) if isinstance(answer, dict) else {}
        return int(message["id"]) if "id" in message else None

    async def post(
        self, content: Content, pinged: Collection[int] = (), files: Sequence[discord.File] = ()
    ) -> int | None:
        """A new message that everybody sees, also after a first answer; returns its id."""
        if not self.is_done:
            return await self.send(content, private=False, pinged=pinged, files=files)
        posted = await self._requests.follow_up(self._token, message_body(content, 0, pinged), files)
        return int(posted["id"])

    async def open_form(self, form: Wire) -> None:
        await self._first(First.FORM, form)

    async def think(self) -> None:
        """Shows this person alone that the answer takes a while; `edit` or `add` brings it."""
        await self._defer(First.THINKING, {"flags": EPHEMERAL})
        self._is_thinking = True

    async def wait(self) -> None:
        """Leaves the pressed message as it is for now; `edit` changes it."""
        await self._defer(First.WAIT, {})

    async def edit(self, content: Content, files: Sequence[discord.File] | None = None) -> int:
        """Changes the first answer. Without `files` its attachments stay; with an empty list they go."""
        body = edited_body(content)
        if files is not None:
            body["attachments"] = []
        edited = await self._requests.edit_through_token(self._token, ORIGINAL, body, files or ())
        self._is_thinking = False
        return int(edited["id"])

    async def add(self, content: Content, files: Sequence[discord.File] = ()) -> int:
        """The next private message: it takes the place of "thinking…", or follows the earlier ones. Returns
        its id."""
        if self._is_thinking:
            return await self.edit(content, files)
        added = await self._requests.follow_up(self._token, message_body(content, EPHEMERAL), files)
        return int(added["id"])

    async def say(self, text: str) -> None:
        """One private sentence, whatever was answered before."""
        if self.is_done:
            await self.add(Sheet([text_part(text)]))
        else:
            await self.send(Sheet([text_part(text)]), private=True)

    async def _updated(self, sheet: Sheet) -> bool:
        """False when the person has dismissed the message since."""
        try:
            await self.update(sheet)
        except discord.NotFound as error:
            if error.code != codes.UNKNOWN_MESSAGE:
                raise
            return False
        return True

    async def _defer(self, kind: First, data: Wire) -> None:
        """If Discord says that this was answered already, an earlier try has arrived, and only Discord's
        response was lost."""
        try:
            await self._first(kind, data)
        except discord.HTTPException as error:
            if error.code != codes.ALREADY_ANSWERED:
                raise
            self.is_done = True

    async def _first(
        self, kind: First, data: Wire, files: Sequence[discord.File] = (), *, ask: bool = False
    ) -> object:
        if self.is_done:
            raise RuntimeError("this interaction was answered already")
        body = {"type": kind.value, "data": data} if data else {"type": kind.value}
        answer: object = await self._requests.call_back(self._interaction, self._token, body, files, ask=ask)
        self.is_done = True
        if self.when_done is not None:
            self.when_done()
        return answer


def text_part(text: str) -> Wire:
    """A text as a component."""
    return {"type": discord.ComponentType.text_display.value, "content": text}
