"""Leads a person through a check: says in the channel what to press and look at, and waits for it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import Any

import discord

from bot.live_check.rest import Rest, RestAnswer
from bot.ui.wire.sheet import EPHEMERAL

PATIENCE = 15 * 60.0
"""Seconds that a person gets for one thing."""
SKIP = "Skip"
COMMAND = "command"
"""Stands for the number of a button when a command is waited for."""
MESSAGE, WAIT, UPDATE = 4, 6, 7
"""Discord's numbers for kinds of answers to a press."""
PINGS_NOBODY: dict[str, Any] = {"parse": []}
TEXT = 2000


@dataclass
class Section:
    """Collects what one step has found."""

    title: str
    facts: list[str] = field(default_factory=list)

    def measured(self, what: str, found: object) -> None:
        self.facts.append(f"{what}: **{found}**")

    def seen(self, question: str, answer: str) -> None:
        self.facts.append(f"{question} *{answer}*")


class Skipped(Exception):  # noqa: N818 - named after what happened
    """The person goes on to the next step."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """One press of a button, or one command. A command has no message and no answer."""

    id: int
    token: str
    person: int
    channel: int
    may: discord.Permissions
    """What the bot may do in that channel, as Discord says."""
    message: int = 0
    answer: str = ""


class Guide:
    def __init__(self, rest: Rest, channel: int, application: int) -> None:
        self.rest = rest
        self.channel = channel
        self.application = application
        self._waiting: dict[str, asyncio.Future[Pressed]] = {}
        self._numbers = count(1)

    def received(self, interaction: discord.Interaction[Any]) -> None:
        """Takes note that a button of the check was pressed, or a command was used."""
        data = dict(interaction.data or {})
        word, _, rest = str(data.get("custom_id", "")).partition(":")
        number, _, answer = rest.partition(":")
        if interaction.type is discord.InteractionType.application_command:
            word, number = "check", COMMAND
        waiting = self._waiting.get(number)
        if word == "check" and waiting is not None and not waiting.done():
            pressed = Pressed(
                interaction.id,
                interaction.token,
                interaction.user.id,
                interaction.channel_id or 0,
                interaction.app_permissions,
                interaction.message.id if interaction.message else 0,
                answer,
            )
            waiting.set_result(pressed)

    async def ask(self, text: str, *answers: str) -> str:
        """Asks a question in the channel, and returns which button was pressed."""
        number = self.expect()
        await self.post(text, buttons(number, *answers, SKIP))
        return await self._said(text, await self.wait(number))

    async def _said(self, text: str, pressed: Pressed) -> str:
        said = f"{text}\n-# Your answer: {pressed.answer}"
        await self.answer(pressed, UPDATE, {"content": said, "components": []})
        if pressed.answer == SKIP:
            raise Skipped
        return pressed.answer

    async def press(self, text: str, label: str) -> Pressed:
        """Asks for a press of one button, which the step answers itself."""
        number = self.expect()
        await self.post(text, buttons(number, label, SKIP))
        return await self.pressed(number)

    async def pressed(self, number: int) -> Pressed:
        pressed = await self.wait(number)
        if pressed.answer == SKIP:
            await self.answer(pressed, UPDATE, {"components": []})
            raise Skipped
        return pressed

    async def go_on(self, text: str) -> None:
        """Asks whether the next step may begin."""
        await self.ask(text, "Go on")

    async def pressed_or(self, number: int | str, question: str, otherwise: str) -> Pressed | None:
        """Waits for one press of these buttons, or for a command; None if the person says that it is not
        possible."""
        pressing, asked = self._waited_for(number), self.expect()
        posted = await self.post(question, buttons(asked, otherwise, SKIP))
        saying = self._waited_for(asked)
        try:
            done, _ = await asyncio.wait(
                [pressing, saying], timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            self._waiting.pop(str(number), None)
            self._waiting.pop(str(asked), None)
        if pressing in done:
            await self.edit(posted, {"content": question, "components": []})
            return pressing.result()
        if saying not in done:
            raise TimeoutError
        await self._said(question, saying.result())
        return None

    def _waited_for(self, number: int | str) -> "asyncio.Future[Pressed]":
        return self._waiting.setdefault(str(number), asyncio.get_running_loop().create_future())

    def expect(self) -> int:
        """Returns the number of buttons that are posted next; a press of one of them is waited for."""
        number = next(self._numbers)
        self._waited_for(number)
        return number

    async def wait(self, number: int, patience: float = PATIENCE) -> Pressed:
        try:
            async with asyncio.timeout(patience):
                return await self._waiting[str(number)]
        finally:
            del self._waiting[str(number)]

    async def post(
        self, text: str, components: Sequence[dict[str, Any]] = (), channel: int | None = None
    ) -> int:
        """Posts a message that pings nobody, and returns its id."""
        body = {"content": text[:TEXT], "components": [*components], "allowed_mentions": PINGS_NOBODY}
        answer = await self.rest.send("POST", f"/channels/{channel or self.channel}/messages", body)
        if answer.status >= 400:
            raise CanNotPost(f"Discord does not let the bot write there ({answer}).")
        return int(answer.body["id"])

    async def edit(
        self, message: int, body: dict[str, Any], channel: int | None = None, *, once: bool = False
    ) -> RestAnswer:
        path = f"/channels/{channel or self.channel}/messages/{message}"
        request = self.rest.send_once if once else self.rest.send
        return await request("PATCH", path, {"allowed_mentions": PINGS_NOBODY} | body)

    async def guild(self) -> int:
        """Returns the id of the server in which the check is made."""
        return int((await self.rest.send("GET", f"/channels/{self.channel}")).body["guild_id"])

    async def answer(self, pressed: Pressed, kind: int, data: dict[str, Any] | None = None) -> RestAnswer:
        """Gives the first answer to a press."""
        path = f"/interactions/{pressed.id}/{pressed.token}/callback?with_response=true"
        body: dict[str, Any] = {"type": kind}
        if data is not None:
            body["data"] = {"allowed_mentions": PINGS_NOBODY} | data
        return await self.rest.send("POST", path, body, token=False)

    async def answer_privately(self, pressed: Pressed, data: dict[str, Any]) -> RestAnswer:
        """Opens a private message, and takes away the buttons that have done their work."""
        answer = await self.answer(pressed, MESSAGE, data | {"flags": EPHEMERAL})
        await self.edit(pressed.message, {"components": []})
        return answer

    async def edit_through(self, token: str, message: int | str, body: dict[str, Any]) -> RestAnswer:
        path = f"/webhooks/{self.application}/{token}/messages/{message}"
        return await self.rest.send("PATCH", path, {"allowed_mentions": PINGS_NOBODY} | body, token=False)


def buttons(number: int, *labels: str) -> list[dict[str, Any]]:
    """Makes one row of buttons; the label of each is its answer."""
    row = [
        {"type": 2, "style": 2, "label": label, "custom_id": f"check:{number}:{label}"[:100]}
        for label in labels
    ]
    return [{"type": 1, "components": row}]


class CanNotPost(Exception):  # noqa: N818 - named after what happened
    """The bot may not write in a channel; the message says so."""
