"""One interaction with a component or a form, as a value; a slash command is made into one too."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeAlias

import discord

from bot.ui.wire.reply import Reply
from bot.ui.wire.requests import Requests
from bot.ui.wire.sheet import EPHEMERAL

Payload: TypeAlias = dict[str, Any]
THREADS = (10, 11, 12)
"""The types of channels that are threads."""
ANNOUNCEMENTS = (5, 10)
PRIVATE_THREAD = 12
WITH_THREADS = (0, 5)
"""Text and announcement channels."""


class Kind(Enum):
    COMMAND = 2
    COMPONENT = 3
    FORM = 5


@dataclass(frozen=True, slots=True)
class Press:
    """Says what was pressed, by whom and where. A slash command has no message and no custom id."""

    id: int
    kind: Kind
    token: str = field(repr=False)
    reply: Reply = field(repr=False, compare=False)
    person: int
    is_bot: bool
    roles: frozenset[int]
    may: int
    """What the person may do in this channel, as Discord's number."""
    bot_may: int
    """What the bot may do in this channel."""
    application: int
    guild: int | None = None
    channel: int | None = None
    parent: int | None = None
    """The channel that a thread belongs to."""
    in_thread: bool = False
    place: int | None = None
    """Discord's number of the kind of channel, if it is known."""
    message: int | None = None
    is_private: bool = False
    """Whether the message can be seen by one person alone."""
    custom_id: str = ""
    values: tuple[str, ...] = ()
    """What was chosen from a list, or typed into a form."""
    file_limit: int = 10 * 1024 * 1024
    """Bytes that one file may have here."""

    @property
    def permissions(self) -> discord.Permissions:
        return discord.Permissions(self.may)

    @property
    def app_permissions(self) -> discord.Permissions:
        return discord.Permissions(self.bot_may)

    @property
    def takes_threads(self) -> bool:
        """Says whether messages of this channel can have threads. Those of voice channels and threads
        can't."""
        return self.place in WITH_THREADS

    @property
    def in_private_thread(self) -> bool:
        return self.place == PRIVATE_THREAD

    @property
    def is_announced(self) -> bool:
        """Says whether this is an announcement channel, or a thread of one."""
        return self.place in ANNOUNCEMENTS


def press_from(payload: Payload, requests: Requests) -> Press:
    """Makes a press of the payload of a component or a form; raises if it is incomplete."""
    data, message, member = payload["data"], payload.get("message"), payload.get("member") or {}
    person = member.get("user") or payload["user"]
    channel = payload.get("channel") or {}
    custom_id = data["custom_id"]
    if not isinstance(custom_id, str):
        raise TypeError("a custom id that is no text")
    kind = Kind(payload["type"])
    if kind is Kind.COMPONENT and message is None:
        raise ValueError("a component on no message")
    number, own = int(payload["id"]), None
    place = _number(payload.get("channel_id"))
    private = message is not None and bool(message.get("flags", 0) & EPHEMERAL)
    if message is not None and private and _owner(message) in (None, person["id"]):
        own = int(message["id"])
    return Press(
        id=number,
        kind=kind,
        token=payload["token"],
        reply=Reply(requests, number, payload["token"], own, _pressed(place, message)),
        person=int(person["id"]),
        is_bot=bool(person.get("bot")),
        roles=_roles(payload, member),
        may=int(member.get("permissions", 0)),
        bot_may=int(payload.get("app_permissions", 0)),
        application=int(payload["application_id"]),
        guild=_number(payload.get("guild_id")),
        channel=place,
        parent=_number(channel.get("parent_id")) if channel.get("type") in THREADS else None,
        in_thread=channel.get("type") in THREADS,
        place=channel.get("type"),
        message=None if message is None else int(message["id"]),
        is_private=private,
        custom_id=custom_id,
        values=tuple(map(str, data.get("values", ()))) or tuple(_typed(data.get("components", ()))),
        file_limit=int(payload.get("attachment_size_limit", 10 * 1024 * 1024)),
    )


def essence(payload: Payload) -> Payload:
    """Returns what `press_from` reads of a payload, without names and everything else that Discord adds."""
    data, message, member = payload["data"], payload.get("message"), payload.get("member")
    channel = payload.get("channel")
    kept = _some(
        payload,
        *("id", "type", "token", "application_id", "guild_id", "channel_id"),
        *("app_permissions", "attachment_size_limit"),
    )
    kept["data"] = _some(data, "custom_id", "component_type", "values")
    if typed := [*_typed(data.get("components", ()))]:
        kept["data"]["components"] = [{"value": text} for text in typed]
    if message is not None:
        kept["message"] = _some(message, "id", "flags")
        if (owner := _owner(message)) is not None:
            kept["message"]["interaction_metadata"] = {"user": {"id": owner}}
    if member is not None:
        kept["member"] = _some(member, "roles", "permissions")
        if "user" in member:
            kept["member"]["user"] = _some(member["user"], "id", "bot")
    if payload.get("user") is not None:
        kept["user"] = _some(payload["user"], "id", "bot")
    if channel is not None:
        kept["channel"] = _some(channel, "type", "parent_id")
    return kept


def _some(whole: Payload, *keys: str) -> Payload:
    return {key: whole[key] for key in keys if key in whole}


def _roles(payload: Payload, member: Payload) -> frozenset[int]:
    """Returns the member's roles; everybody has the role that has the guild's id."""
    everybody = payload.get("guild_id")
    return frozenset(
        map(int, [*member.get("roles", ()), everybody] if everybody else member.get("roles", ()))
    )


def _number(value: object) -> int | None:
    return None if value is None else int(str(value))


def _pressed(channel: int | None, message: Payload | None) -> tuple[int, int] | None:
    return None if channel is None or message is None else (channel, int(message["id"]))


def _owner(message: Payload) -> str | None:
    """Returns the id of the person who asked for a private message, if Discord says so."""
    metadata = message.get("interaction_metadata")
    return None if metadata is None else str(metadata["user"]["id"])


def _typed(components: object) -> Iterator[str]:
    """Finds what stands in the fields of a form, whatever they are wrapped in."""
    for part in components if isinstance(components, list) else ():
        if isinstance(part, dict):
            if "value" in part:
                yield str(part["value"])
            yield from _typed([part["component"]] if "component" in part else part.get("components"))
