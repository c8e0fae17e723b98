"""Checks the options of a command: up to two levels of subcommands, then values."""

from typing import Any

from sandbox.limits.checked_object import CheckedObject
from sandbox.limits.command_names import check_localizations, check_name
from sandbox.wire import OptionType, Wire

MOST_OPTIONS_OR_CHOICES = 25
NESTED = (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)
VALUES = tuple(kind for kind in OptionType if kind not in NESTED)
WITH_CHOICES = (OptionType.STRING, OptionType.INTEGER, OptionType.NUMBER)


def check_options(command: CheckedObject) -> None:
    _check_level(command, (*NESTED, *VALUES))


def size_of(body: Wire) -> int:
    """Counts a command's characters: names, descriptions and values, each in its longest language."""
    total = _longest(body, "name") + _longest(body, "description")
    for choice in _dicts(body.get("choices")):
        total += _longest(choice, "name") + len(str(choice.get("value", "")))
    return total + sum(size_of(option) for option in _dicts(body.get("options")))


def _check_level(holder: CheckedObject, allowed: tuple[int, ...]) -> None:
    options = [
        option for option in holder.each("options", MOST_OPTIONS_OR_CHOICES) if option.is_one_of(allowed)
    ]
    for option in options:
        option.text("name", 32, least=1)
        option.text("description", 100, least=1)
        check_name(option)
        check_localizations(option)
        _check_kind(option)
    _check_order(options)
    if len({option.get("type") in NESTED for option in options}) > 1:
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        holder.wrong("APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message, "options")


def _check_order(options: list[CheckedObject]) -> None:
    names: set[str] = set()
    optional_seen = False
    for option in options:
        name = str(option.get("name"))
        if name in names:
            message = "Option name already exists in these options"
            option.wrong("APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS", message, "name")
        names.add(name)
        if option.get("required") and optional_seen:
            message = "Required options must be placed before non-required options"
            option.wrong("APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_seen = optional_seen or not option.get("required")


def _check_kind(option: CheckedObject) -> None:
    kind = OptionType(option.get("type"))
    if kind is OptionType.SUB_COMMAND_GROUP:
        _check_level(option, (OptionType.SUB_COMMAND,))
    elif kind is OptionType.SUB_COMMAND:
        _check_level(option, VALUES)
    elif kind is OptionType.STRING:
        option.whole("min_length", 0, 6000)
        option.whole("max_length", 1, 6000)
    if kind in WITH_CHOICES:
        _check_choices(option, kind)


def _check_choices(option: CheckedObject, kind: OptionType) -> None:
    choices = option.each("choices", MOST_OPTIONS_OR_CHOICES)
    if choices and option.get("autocomplete"):
        message = "Options with autocomplete cannot have choices"
        option.wrong("APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE", message)
    names = set()
    for choice in choices:
        choice.text("name", 100, least=1)
        value = choice.get("value")
        if kind is OptionType.STRING:
            choice.text("value", 100, least=0)
        elif isinstance(value, bool) or not isinstance(value, (int, float)):
            choice.wrong("NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.', "value")
        if str(choice.get("name")) in names:
            message = "The choice names must be unique"
            choice.wrong("APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS", message)
        names.add(str(choice.get("name")))


def _longest(body: Wire, key: str) -> int:
    localized = body.get(f"{key}_localizations")
    texts = list(localized.values()) if isinstance(localized, dict) else []
    return max(len(str(value)) for value in (body.get(key) or "", *texts))


def _dicts(items: Any) -> list[Wire]:
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []
