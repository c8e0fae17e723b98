"""What a message of the bot offers to press, read off the message itself, as people read it."""

import re
from typing import NamedTuple

from sandbox.interactions.components import walk
from sandbox.wire import Wire
from sandbox.world.entities import Message

WINNER = re.compile(r"🏆 \*\*<@(\d+)>")
RED = 4
"""Discord's style for buttons that warn."""
BOUNDS = re.compile(r"from (\d+) to (\d+)")


class Control(NamedTuple):
    """A button of a duel: `duel:pick:<duel>:<turn>:<token>`, the later parts where they are needed."""

    custom_id: str
    component: int
    verb: str
    duel: int
    turn: int
    token: str
    red: bool
    """A warning: it is asked about before it counts."""


def controls(message: Message) -> list[Control]:
    return [_control(part) for part in walk(message.wire["components"]) if "custom_id" in part]


def _control(button: Wire) -> Control:
    _, verb, duel, *rest = str(button["custom_id"]).split(":")
    turn, token = [*rest, "", ""][:2]
    red = button.get("style") == RED
    return Control(button["custom_id"], button["id"], verb, int(duel, 16), int(turn or 0), token, red)


def words(message: Message) -> str:
    """All of its text."""
    parts = [message.wire["content"], *(part.get("content", "") for part in walk(message.wire["components"]))]
    return "\n".join(part for part in parts if part)


def winner_on(message: Message) -> int | None:
    """Whom it shows as the winner."""
    found = WINNER.search(words(message))
    return int(found[1]) if found else None


def field_of(form: Wire) -> tuple[str, int, int]:
    """The one field of the form for a number, and between what the number has to be."""
    (label,) = form["components"]
    bounds = BOUNDS.search(label["label"])
    if bounds is None:
        raise ValueError(f"this form asks for no number: {label['label']}")
    return label["component"]["custom_id"], int(bounds[1]), int(bounds[2])
