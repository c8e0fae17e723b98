"""The door through which every interaction comes in: what is not whole stays outside.

discord.py takes payloads as they are. What it stumbles over would end the connection, and the bot with it.
"""

import logging
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from bot.health.metrics import Metrics, reason_of
from bot.ui import policy
from bot.ui.numbers import form_address
from games.engine import Refused

if TYPE_CHECKING:
    from bot.client import Gauntlet

log = logging.getLogger(__name__)

Payload: TypeAlias = dict[str, Any]
AnyItem: TypeAlias = discord.ui.DynamicItem[Any]
EVENT = "INTERACTION_CREATE"
LARGEST_ID = 2**63 - 1
OUTDATED = "That is from an older version of me. Start again from the board, or with /duel."


class Door:
    def __init__(self, client: "Gauntlet", metrics: Metrics) -> None:
        self._metrics = metrics
        connection = client._connection  # noqa: SLF001 - the only place where payloads come as they are
        store = connection._view_store  # noqa: SLF001 - where discord.py looks for who is responsible
        self._buttons = store._dynamic_items  # noqa: SLF001
        self._call = store.schedule_dynamic_item_call
        store.schedule_dynamic_item_call = self._answer  # type: ignore[assignment,method-assign]
        self._handle: Callable[[Payload], None] = connection.parsers[EVENT]
        connection.parsers[EVENT] = self._receive

    async def turns_away(self, interaction: "discord.Interaction[Gauntlet]") -> bool:
        """Whoever pressed or filled in what nobody here is responsible for is told so."""
        if self._is_known(interaction):
            return False
        await policy.explain(interaction, Refused(OUTDATED))
        return True

    def _is_known(self, interaction: "discord.Interaction[Gauntlet]") -> bool:
        data: Any = interaction.data
        if interaction.type is discord.InteractionType.component:
            return any(template.fullmatch(data["custom_id"]) for template in self._buttons)
        if interaction.type is discord.InteractionType.modal_submit:
            return form_address(str(data["custom_id"])) is not None
        return True

    def _receive(self, data: Payload) -> None:
        try:
            check(data)
            self._handle(data)
        except Exception as error:
            self._pass_over(error)

    async def _answer(
        self,
        kind: int,
        factory: type[AnyItem],
        press: "discord.Interaction[Gauntlet]",
        custom_id: str,
        match: re.Match[str],
    ) -> None:
        """A press is answered in a task of discord.py's own. For a button it would build a view of the whole
        message first; ours need only know that they are on it."""
        try:
            if kind != discord.ComponentType.button.value:
                await self._call(kind, factory, press, custom_id, match)
            elif (pressed := _find(press.message.components if press.message else (), custom_id)) is not None:
                await (await factory.from_custom_id(press, pressed, match)).callback(press)
        except Exception as error:
            self._pass_over(error)

    def _pass_over(self, error: Exception) -> None:
        self._metrics.refusals.labels("door").inc()
        place = reason_of(error)
        log.warning(
            "an interaction was not whole and was passed over (%s in %s)", type(error).__name__, place
        )


def _find(components: Iterable[Any], custom_id: str) -> Any:
    """The button with this id, however deep in a message."""
    for each in components:
        if getattr(each, "custom_id", None) == custom_id:
            return each if each.type is discord.ComponentType.button else None
        inner = [*getattr(each, "children", ()), *filter(None, [getattr(each, "accessory", None)])]
        found = _find(inner, custom_id)
        if found is not None:
            return found
    return None


def check(data: Payload) -> None:
    """Raises for what discord.py would stumble over later, where nobody is there to catch it."""
    guild = data.get("guild_id")
    person = data["user"] if guild is None else data["member"]["user"]
    ids = [data["id"], data["application_id"], person["id"], *([] if guild is None else [guild])]
    message: Any = data.get("message")
    if message is not None:
        ids.append(message["id"])
    if not all(map(_is_id, ids)):
        raise ValueError("an id that is none")
    if type(data["type"]) is not int or not isinstance(data["token"], str):
        raise TypeError("a type or a token that is none")
    if not isinstance(data["data"], dict):
        raise TypeError("nothing is said")


def _is_id(value: object) -> bool:
    is_number = isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 20
    return is_number and 0 < int(str(value)) <= LARGEST_ID
