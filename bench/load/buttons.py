"""Reads the buttons and texts of the bot's messages, as people do."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from sandbox.interactions.components import walk
from sandbox.wire import Wire
from sandbox.world.entities import Message
from sandbox.world.user import User

WINNER = re.compile(r"^## (?:🏆|<:trophy_\w+:\d+>) (\S+) wins", re.MULTILINE)
"""In the large line of a board. The names in a load run are single words."""
WON, LOST, NOBODY, CALLED_OFF = "### You won", "### You lost", "### No result", "### Called off"
"""The headings of a panel whose duel is over."""
PICKS = frozenset({"pick", "number"})
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
    """The buttons of duels that can be pressed."""
    return [
        _control(part)
        for part in walk(message.wire["components"])
        if part.get("custom_id", "").startswith("duel:") and not part.get("disabled")
    ]


def _control(button: Wire) -> Button:
    _, verb, duel, *rest = str(button["custom_id"]).split(":")
    turn, token = [*rest, "", ""][:2]
    red = button.get("style") == RED
    return Button(button["custom_id"], button["id"], verb, int(duel, 16), int(turn or 0), token, red)


def text_of(message: Message) -> str:
    """All text on a message."""
    parts = [message.wire["content"], *(part.get("content", "") for part in walk(message.wire["components"]))]
    return "\n".join(part for part in parts if part)


def shows_end(message: Message) -> bool:
    """Whether a duel is over: a panel says so, a board offers a rematch."""
    if message.only_for is None:
        return any(each.verb == "rematch" for each in buttons_of(message))
    text = text_of(message)
    return any(heading in text for heading in (WON, LOST, NOBODY, CALLED_OFF))


def winner_shown(message: Message, players: Iterable[User]) -> int | None:
    """The person whom a board shows as the winner, by name or as a mention, or a panel to its reader."""
    text = text_of(message)
    if message.only_for is not None and (WON in text or LOST in text):
        return next((each.id for each in players if (each.id == message.only_for) == (WON in text)), None)
    found = WINNER.search(text)
    shown = found[1].replace("\\", "") if found else ""
    return next((each.id for each in players if shown in {each.name, f"<@{each.id}>"}), None)


def is_asked(board: Message, user: User) -> bool:
    """Whether a board that is played on waits for this person."""
    names = f"<@{user.id}>|{re.escape(user.name)}"
    return re.search(rf"\*\*({names})\*\*[^*\n]*to pick", text_of(board)) is not None


def asks_for(message: Message, turn: int) -> bool:
    """Whether a pick of this turn, or its confirmation, can be pressed."""
    return any(each.turn == turn and each.verb in {*PICKS, "confirm"} for each in buttons_of(message))


def is_done_with(message: Message, turn: int) -> bool:
    """Whether this is a panel or a board that asks for nothing in this turn any more."""
    return not asks_for(message, turn) and (bool(buttons_of(message)) or shows_end(message))


def field_of(form: Wire) -> tuple[str, int, int]:
    """The id of the only field of a number form, and the lowest and highest number it takes."""
    (label,) = form["components"]
    bounds = BOUNDS.search(label["label"])
    if bounds is None:
        raise ValueError(f"The form does not ask for a number: {label['label']}")
    return label["component"]["custom_id"], int(bounds[1]), int(bounds[2])
