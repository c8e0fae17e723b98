"""Reads the buttons and texts of the bot's messages, as people do."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from sandbox.interactions.components import walk
from sandbox.wire import Wire
from sandbox.world.entities import Message
from sandbox.world.user import User

WINNER = re.compile(r"🏆 \*\*(.+?)\*\*")
RED = 4
"""Discord's style for buttons that warn."""
BOUNDS = re.compile(r"from (\d+) to (\d+)")


class Button(NamedTuple):
    """A button of a duel. Its custom id is `duel:pick:<duel>:<turn>:<token>`; later parts may be missing."""

    custom_id: str
    component: int
    verb: str
    duel: int
    turn: int
    token: str
    red: bool
    """The pick needs a confirmation."""


def buttons_of(message: Message) -> list[Button]:
    return [_control(part) for part in walk(message.wire["components"]) if "custom_id" in part]


def _control(button: Wire) -> Button:
    _, verb, duel, *rest = str(button["custom_id"]).split(":")
    turn, token = [*rest, "", ""][:2]
    red = button.get("style") == RED
    return Button(button["custom_id"], button["id"], verb, int(duel, 16), int(turn or 0), token, red)


def text_of(message: Message) -> str:
    """All text on a message."""
    parts = [message.wire["content"], *(part.get("content", "") for part in walk(message.wire["components"]))]
    return "\n".join(part for part in parts if part)


def winner_shown(message: Message, players: Iterable[User]) -> int | None:
    """The person whom a message shows as the winner, by name or as a mention."""
    found = WINNER.search(text_of(message))
    shown = found[1].replace("\\", "") if found else ""
    return next((each.id for each in players if shown in {each.name, f"<@{each.id}>"}), None)


def field_of(form: Wire) -> tuple[str, int, int]:
    """The id of the only field of a number form, and the lowest and highest number it takes."""
    (label,) = form["components"]
    bounds = BOUNDS.search(label["label"])
    if bounds is None:
        raise ValueError(f"The form does not ask for a number: {label['label']}")
    return label["component"]["custom_id"], int(bounds[1]), int(bounds[2])
