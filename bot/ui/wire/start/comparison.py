"""Compares the commands that Discord has with those of this version.

Discord fills in what was left out, and adds ids. Both sides are brought to the same form first.
"""

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

Command: TypeAlias = Mapping[str, Any]
Plain: TypeAlias = dict[str, Any]

CHAT_INPUT = 1
LISTS = ("integration_types", "contexts", "channel_types")
"""Lists whose order means nothing."""
LIMITS = ("min_value", "max_value", "min_length", "max_length")
LOCALIZED = ("name_localizations", "description_localizations")


def are_same(ours: Iterable[Command], theirs: Iterable[Command]) -> bool:
    return _by_name(ours) == _by_name(theirs)


def ids_in(commands: Iterable[Command]) -> dict[str, int]:
    """The ids of the commands that can be typed, by their names."""
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
    """What commands, their options and choices have in common, without what is empty."""
    plain = {key: part.get(key) for key in ("type", "name", "value", *LIMITS, *LOCALIZED)}
    plain |= {key: sorted(part.get(key) or ()) for key in LISTS}
    plain |= {key: [_plain(each) for each in part.get(key) or ()] for key in ("options", "choices")}
    plain |= {key: bool(part.get(key)) for key in ("required", "autocomplete")}
    plain["description"] = part.get("description") or ""
    return {key: value for key, value in plain.items() if value not in (None, [], {}, "")}
