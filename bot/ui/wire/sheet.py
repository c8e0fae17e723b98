"""The content of a message, ready to be sent."""

import re
from collections.abc import Collection, Sequence
from typing import Any, TypeAlias

import discord

from games.engine import value

Wire: TypeAlias = dict[str, Any]
"""A JSON object as Discord takes or sends it."""

EPHEMERAL = discord.MessageFlags(ephemeral=True).value
COMPONENTS_V2 = discord.MessageFlags(components_v2=True).value
SILENT = discord.MessageFlags(suppress_notifications=True).value
MENTION = re.compile(r"<@!?([0-9]{1,20})>")
WITHOUT_TEXT = {discord.ComponentType.action_row.value, discord.ComponentType.separator.value}
MOST_MENTIONS = 100
"""People that Discord lets a message allow."""


@value
class Sheet:
    """A message made of components. Its buttons are known by their custom ids, so nothing else is kept."""

    parts: Sequence[Wire]


@value
class PlainMessage:
    """A text with a row of buttons. The text is what a notification shows."""

    text: str
    buttons: Sequence[Wire]


Content: TypeAlias = Sheet | PlainMessage | str


def message_body(content: Content, flags: int = 0, pinged: Collection[int] = ()) -> Wire:
    """Returns the body of a message that pings these people and nobody else."""
    return _body(content, flags, [str(person) for person in pinged])


def _body(content: Content, flags: int, pinged: list[str]) -> Wire:
    allowed: Wire = {"parse": [], "users": pinged} if pinged else {"parse": []}
    if isinstance(content, Sheet):
        return {"components": content.parts, "flags": flags | COMPONENTS_V2, "allowed_mentions": allowed}
    body: Wire = {"content": content, "allowed_mentions": allowed}
    if isinstance(content, PlainMessage):
        row = {"type": discord.ComponentType.action_row.value, "components": content.buttons}
        body |= {"content": content.text, "components": [row] if content.buttons else []}
    return body | {"flags": flags} if flags else body


def edited_body(content: Content) -> Wire:
    """Returns the body of a message as it is edited. It allows whom it mentions: an edit pings nobody, and
    with the mentions come the names that clients show."""
    return _body(content, 0, _mentioned(content))


def mentioned(content: Content) -> list[int]:
    """Returns the people whom a message mentions, each once."""
    return [*map(int, _mentioned(content))]


def _mentioned(content: Content) -> list[str]:
    if isinstance(content, Sheet):
        text = "\n".join(_texts(content.parts))
    else:
        text = content.text if isinstance(content, PlainMessage) else content
    return [*dict.fromkeys(MENTION.findall(text))][:MOST_MENTIONS]


def without_pictures(part: Any) -> Any:
    """Returns a body without the bot's own emoji on buttons and in lists. A button without a label gets the
    name of its picture."""
    if isinstance(part, list | tuple):
        return [without_pictures(each) for each in part]
    if not isinstance(part, dict):
        return part
    plain = {key: without_pictures(value) for key, value in part.items()}
    emoji = plain.get("emoji")
    if isinstance(emoji, dict) and emoji.get("id"):
        del plain["emoji"]
        plain.setdefault("label", emoji["name"].rpartition("_")[0].replace("_", " "))
    return plain


def _texts(parts: Sequence[Wire]) -> list[str]:
    """Returns the texts among these parts and inside them, in order. Buttons and lists have none."""
    found: list[str] = []
    for part in parts:
        if "content" in part:
            found.append(part["content"])
        elif part["type"] not in WITHOUT_TEXT:
            found += _texts(part.get("components", ()))
    return found
