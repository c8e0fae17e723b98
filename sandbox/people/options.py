"""Checks the options of a command as a client does before it sends them."""

from collections.abc import Iterator
from typing import Any

from sandbox.wire import OptionType, Wire
from sandbox.world.snowflake import as_id

NESTED = (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)
POINTERS = (OptionType.USER, OptionType.CHANNEL, OptionType.ROLE, OptionType.MENTIONABLE)


class Refused(Exception):  # noqa: N818 - a refusal is not an error
    """A client does not allow what a person tried. The text is one sentence for that person."""


def checked(command: Wire, given: Any, *, partial: bool = False) -> list[Wire]:
    """Checks options and returns them as JSON. `partial` is for autocomplete: options may be unfinished."""
    return _level(command.get("options") or [], given, f"/{command['name']}", partial=partial)


def leaves(options: list[Wire]) -> Iterator[Wire]:
    """Yields the options that hold values, at any depth."""
    for option in options:
        if option["type"] in NESTED:
            yield from leaves(option.get("options") or [])
        else:
            yield option


def _level(known: list[Wire], given: Any, where: str, *, partial: bool) -> list[Wire]:
    if not isinstance(given, list) or not all(isinstance(o, dict) for o in given):
        raise Refused(f"The options of {where} must be a list of objects.")
    by_name = {option["name"]: option for option in known}
    if any(option["type"] in NESTED for option in known):
        return [_subcommand(by_name, given, where, partial=partial)]
    for option in given:
        if str(option.get("name")) not in by_name:
            raise Refused(f"{where} has no option {option.get('name')!r}.")
    names = [option["name"] for option in given]
    if len(set(names)) < len(names):
        raise Refused(f"{where} was given the same option twice.")
    missing = [o["name"] for o in known if o.get("required") and o["name"] not in names]
    if missing and not partial:
        raise Refused(f"{where} also needs {', '.join(missing)}.")
    return [_value(by_name[o["name"]], o, where, partial=partial) for o in given]


def _subcommand(by_name: dict[str, Wire], given: list[Wire], where: str, *, partial: bool) -> Wire:
    if len(given) != 1 or str(given[0].get("name")) not in by_name:
        raise Refused(f"{where} needs one of its subcommands: {', '.join(by_name)}.")
    known = by_name[given[0]["name"]]
    deeper = f"{where} {known['name']}"
    options = _level(known.get("options") or [], given[0].get("options", []), deeper, partial=partial)
    return {"name": known["name"], "type": known["type"], "options": options}


def _value(known: Wire, given: Wire, where: str, *, partial: bool) -> Wire:
    kind, value = OptionType(known["type"]), given.get("value")
    option: Wire = {"name": known["name"], "type": known["type"], "value": value}
    if partial and given.get("focused"):
        return option | {"value": str(value if value is not None else ""), "focused": True}
    problem = _problem(known, kind, value)
    if problem and not partial:
        raise Refused(f"{where}: {known['name']} {problem}.")
    return option


def _problem(known: Wire, kind: OptionType, value: Any) -> str | None:
    if kind is OptionType.STRING:
        problem = _text_problem(known, value)
    elif kind in {OptionType.INTEGER, OptionType.NUMBER}:
        problem = _number_problem(known, kind, value)
    elif kind is OptionType.BOOLEAN:
        problem = None if isinstance(value, bool) else "must be true or false"
    elif kind in POINTERS:
        problem = None if isinstance(value, str) and as_id(value) is not None else "must be an id"
    else:
        problem = "is of a kind the sandbox does not offer"
    choices = known.get("choices")
    if problem is None and choices and value not in [choice["value"] for choice in choices]:
        return f"must be one of {', '.join(choice['name'] for choice in choices)}"
    return problem


def _text_problem(known: Wire, value: Any) -> str | None:
    if not isinstance(value, str):
        return "must be text"
    least, most = known.get("min_length") or 0, known.get("max_length") or 6000
    return None if least <= len(value) <= most else f"must have {least} to {most} characters"


def _number_problem(known: Wire, kind: OptionType, value: Any) -> str | None:
    wanted = int if kind is OptionType.INTEGER else (int, float)
    if isinstance(value, bool) or not isinstance(value, wanted):
        return "must be a whole number" if kind is OptionType.INTEGER else "must be a number"
    least, most = known.get("min_value"), known.get("max_value")
    if (least is not None and value < least) or (most is not None and value > most):
        return (
            f"must be between {least if least is not None else '−∞'} and {most if most is not None else '∞'}"
        )
    return None


def digits(value: Any) -> str:
    number = as_id(value)
    if number is None:
        raise Refused("That is not an id.")
    return str(number)
