"""The content of a message, ready to be sent."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord

Wire: TypeAlias = dict[str, Any]
"""A JSON object as Discord takes or sends it."""

EPHEMERAL = discord.MessageFlags(ephemeral=True).value
COMPONENTS_V2 = discord.MessageFlags(components_v2=True).value
SILENT = discord.MessageFlags(suppress_notifications=True).value


@dataclass(frozen=True, slots=True)
class Sheet:
    """A message made of components. Its buttons are known by their custom ids, so nothing else is kept."""

    parts: Sequence[Wire]


Content: TypeAlias = Sheet | str


def message_body(content: Content, flags: int = 0, pinged: Collection[int] = ()) -> Wire:
    """A message that pings these people and nobody else."""
    allowed: Wire = {"parse": []}
    if pinged:
        allowed["users"] = [str(person) for person in pinged]
    if isinstance(content, Sheet):
        return {"components": content.parts, "flags": flags | COMPONENTS_V2, "allowed_mentions": allowed}
    body: Wire = {"content": content, "allowed_mentions": allowed}
    return body | {"flags": flags} if flags else body
