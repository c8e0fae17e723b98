"""The door through which every interaction comes in: what is not whole stays outside.

discord.py takes payloads as they are. What it stumbles over would end the connection, and the bot with it.
"""

import logging
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.health.metrics import Metrics, reason_of
from bot.process.background import BackgroundTasks
from bot.ui import errors
from bot.ui.presses.buttons import DuelButton
from bot.ui.presses.custom_id import Address
from bot.ui.presses.number_form import form_address, number_in
from games.engine import Refused

if TYPE_CHECKING:
    from bot.client import Gauntlet

log = logging.getLogger(__name__)

Payload: TypeAlias = dict[str, Any]
AnyItem: TypeAlias = discord.ui.DynamicItem[Any]
Press: TypeAlias = "discord.Interaction[Gauntlet]"
EVENT = "INTERACTION_CREATE"
LARGEST_ID = 2**63 - 1
BUTTON = discord.ComponentType.button.value
ASKED_BY = "interaction_metadata"
LOOKED_AT = ("id", "type", "content", "flags")
"""What we, and discord.py, want to know of a message with a button that was pressed. Besides: the button, and
whose message it is, if it is somebody else's."""
OUTDATED = "That is from an older version of me. Start again from the board, or with /duel."


class Door:
    def __init__(self, client: "Gauntlet", metrics: Metrics) -> None:
        self._client = client
        self._metrics = metrics
        self._errands = BackgroundTasks()
        connection = client._connection  # noqa: SLF001 - the only place where payloads come as they are
        store = connection._view_store  # noqa: SLF001 - where discord.py looks for who is responsible
        self._buttons = store._dynamic_items  # noqa: SLF001
        self._call = store.schedule_dynamic_item_call
        store.dispatch_view = self._pressed  # type: ignore[assignment,method-assign]
        store.dispatch_modal = self._filled_in  # type: ignore[assignment,method-assign]
        self._handle: Callable[[Payload], None] = connection.parsers[EVENT]
        connection.parsers[EVENT] = self._receive

    def _pressed(self, kind: int, custom_id: str, press: Press) -> None:
        for template, factory in self._buttons.items():
            match = template.fullmatch(custom_id)
            if match is not None:
                self._errands.run(self._answer(kind, factory, press, match))
                return
        self._errands.run(_turn_away(press))

    def _filled_in(self, custom_id: str, form: Press, *_: object) -> None:
        """Forms are known by their custom id: discord.py forgets them at a restart."""
        address = form_address(str(custom_id))
        if address is None:
            self._errands.run(_turn_away(form))
        else:
            self._errands.run(self._client.desk.number(form, *address, number_in(form.data)))

    def _receive(self, data: Payload) -> None:
        try:
            check(data)
            self._handle(slimmed(data))
        except Exception as error:
            self._pass_over(error)

    async def _answer(self, kind: int, factory: type[AnyItem], press: Press, match: re.Match[str]) -> None:
        if kind != BUTTON:
            await self._choose(kind, factory, press, match)
        elif press.message and press.message.components:
            try:
                await self._press(press.message.components[0], factory, press, match)
            except Exception as error:
                await errors.explain(press, error)

    async def _choose(self, kind: int, factory: type[AnyItem], press: Press, match: re.Match[str]) -> None:
        """In a list, for which discord.py looks up what was chosen."""
        try:
            await self._call(kind, factory, press, match.string, match)
        except Exception as error:
            self._pass_over(error)

    async def _press(self, found: Any, factory: type[AnyItem], press: Press, match: re.Match[str]) -> None:
        """For a button discord.py would build a view of the whole message first; ours need only know that
        they are on it."""
        if factory is DuelButton:
            await self._client.desk.press(press, Address.of(match))
            return
        button: discord.ui.Button[Any] = discord.ui.Button.from_component(found)
        await (await factory.from_custom_id(press, button, match)).callback(press)

    def _pass_over(self, error: Exception) -> None:
        self._metrics.refusals.labels("door").inc()
        place = reason_of(error)
        log.warning(
            "an interaction was not whole and was passed over (%s in %s)", type(error).__name__, place
        )


async def _turn_away(press: Press) -> None:
    """Whoever pressed or filled in what nobody here is responsible for is told so."""
    await errors.explain(press, Refused(OUTDATED))


def slimmed(data: Payload) -> Payload:
    """For discord.py to make objects of all texts and buttons of a message takes about as long as to answer
    the press of one of them."""
    message, pressed = data.get("message"), data["data"]
    if message is None or pressed.get("component_type") != BUTTON:
        return data
    found = _find(message.get("components", ()), pressed["custom_id"])
    parts = {name: message[name] for name in LOOKED_AT if name in message}
    parts["components"] = [found] if found else []
    if ASKED_BY in message and message[ASKED_BY]["user"]["id"] != _person(data)["id"]:
        parts[ASKED_BY] = message[ASKED_BY]
    return data | {"message": parts}


def _find(components: Iterable[Payload], custom_id: str) -> Payload | None:
    """The button with this id, however deep in a message."""
    for each in components:
        if each["type"] == BUTTON:
            if each.get("custom_id") == custom_id:
                return each
            continue
        accessory = each.get("accessory")
        found = _find((*each.get("components", ()), *([accessory] if accessory else ())), custom_id)
        if found:
            return found
    return None


def check(data: Payload) -> None:
    """Raises for what discord.py would stumble over later, where nobody is there to catch it."""
    guild = data.get("guild_id")
    ids = [data["id"], data["application_id"], _person(data)["id"], *([] if guild is None else [guild])]
    message: Any = data.get("message")
    if message is not None:
        ids.append(message["id"])
    if not all(map(_is_id, ids)):
        raise ValueError("an id that is none")
    if type(data["type"]) is not int or not isinstance(data["token"], str):
        raise TypeError("a type or a token that is none")
    if not isinstance(data["data"], dict):
        raise TypeError("nothing is said")


def _person(data: Payload) -> Payload:
    """Who it comes from."""
    person: Payload = data["user"] if data.get("guild_id") is None else data["member"]["user"]
    return person


def _is_id(value: object) -> bool:
    is_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20
    return is_number and 0 < int(str(value)) <= LARGEST_ID
