"""Compares the commands with what Discord has, and sends them when they differ.

Discord fills in what was left out, and adds ids. Both sides are brought to the same form first.
"""

import json
import logging
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import aiohttp
import discord
from discord.app_commands import CommandTree
from discord.http import Route

from bot.storage.storage import Storage

log = logging.getLogger(__name__)

Command: TypeAlias = Mapping[str, Any]
Plain: TypeAlias = dict[str, Any]

CHAT_INPUT = 1
LISTS = ("integration_types", "contexts", "channel_types")
"""Lists whose order means nothing."""
LIMITS = ("min_value", "max_value", "min_length", "max_length")
LOCALIZED = ("name_localizations", "description_localizations")

IDS = "command ids"
COMMANDS = "/applications/{application_id}/commands"
NO_ANSWER = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)


async def publish(tree: CommandTree[Any], storage: Storage) -> dict[str, int]:
    """Returns the ids of the commands by their names, as Discord gave them. If Discord does not say what it
    has, the ids of the last start are used, and commands are only sent if there are none. If Discord does not
    take them, those that it has go on to work."""
    known = await storage.note(IDS)
    ours = as_sent(tree)
    theirs = await _registered(tree)
    if theirs is None and known is not None:
        noted: dict[str, int] = json.loads(known)
        return noted
    if theirs is None or not are_same(ours, theirs):
        theirs = await _sent(tree, ours, theirs or [])
    ids = ids_in(theirs)
    if json.dumps(ids) != known:
        await storage.set_note(IDS, json.dumps(ids))
    return ids


def as_sent(tree: CommandTree[Any]) -> list[Plain]:
    """Returns the commands of a tree as they are sent to Discord."""
    return [command.to_dict(tree) for command in tree.get_commands()]


async def _registered(tree: CommandTree[Any]) -> list[Command] | None:
    """Returns the commands that Discord has, or None if it does not say."""
    try:
        return await _request(tree, "GET", params={"with_localizations": "true"})
    except NO_ANSWER as problem:
        log.warning("Discord does not say which commands it has, so they stay as they are: %s", problem)
        return None


async def _sent(tree: CommandTree[Any], ours: list[Any], theirs: list[Command]) -> list[Command]:
    """Sends the commands, and returns those that Discord has afterwards. It takes only so many new ones a
    day; a bot with none of its commands is of no use, so it does not start then."""
    try:
        taken = await _request(tree, "PUT", json=ours)
    except NO_ANSWER as problem:
        if not theirs:
            raise
        log.warning("Discord does not take the commands, so the earlier ones stay: %s", problem)
        return theirs
    log.info("commands sent to Discord: %d", len(taken))
    return taken


async def _request(tree: CommandTree[Any], method: str, **rest: Any) -> list[Command]:
    route = Route(method, COMMANDS, application_id=tree.client.application_id)
    commands: list[Command] = await tree.client.http.request(route, **rest)
    return commands


def are_same(ours: Iterable[Command], theirs: Iterable[Command]) -> bool:
    return not differing(ours, theirs)


def differing(ours: Iterable[Command], theirs: Iterable[Command]) -> list[str]:
    """Names the commands that are missing, too many or different on Discord's side."""
    mine, yours = _by_name(ours), _by_name(theirs)
    return sorted(key[1] for key in {*mine, *yours} if mine.get(key) != yours.get(key))


def ids_in(commands: Iterable[Command]) -> dict[str, int]:
    """Returns the ids of the commands that can be typed, by their names."""
    typed = (command for command in commands if command.get("type", CHAT_INPUT) == CHAT_INPUT)
    return {command["name"]: int(command["id"]) for command in typed}


def _by_name(commands: Iterable[Command]) -> dict[tuple[int, str], Plain]:
    plain = map(_plain_command, commands)
    return {(command["type"], command["name"]): command for command in plain}


def _plain_command(command: Command) -> Plain:
    needed = command.get("default_member_permissions")
    return _plain(command) | {
        "type": command.get("type") or CHAT_INPUT,
        "default_member_permissions": None if needed is None else str(needed),
        "nsfw": bool(command.get("nsfw")),
    }


def _plain(part: Command) -> Plain:
    """Returns what commands, their options and choices have in common, without what is empty."""
    plain = {key: part.get(key) for key in ("type", "name", "value", *LIMITS, *LOCALIZED)}
    plain |= {key: sorted(part.get(key) or ()) for key in LISTS}
    plain |= {key: [_plain(each) for each in part.get(key) or ()] for key in ("options", "choices")}
    plain |= {key: bool(part.get(key)) for key in ("required", "autocomplete")}
    plain["description"] = part.get("description") or ""
    return {key: value for key, value in plain.items() if value not in (None, [], {}, "")}
