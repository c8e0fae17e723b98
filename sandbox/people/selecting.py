"""Checks what a person chooses from a list, on a message or in a form, as a client does."""

from collections.abc import Iterable, Iterator
from typing import Any

from sandbox.interactions.components import walk
from sandbox.people.options import Refused, digits
from sandbox.wire import Component, OptionType, Wire

POINTED_AT = {
    Component.USER_SELECT: OptionType.USER,
    Component.ROLE_SELECT: OptionType.ROLE,
    Component.MENTIONABLE_SELECT: OptionType.MENTIONABLE,
    Component.CHANNEL_SELECT: OptionType.CHANNEL,
}


def pointers(components: Iterable[Wire]) -> Iterator[tuple[OptionType, str]]:
    """Yields the ids of people, roles and channels that were chosen in lists."""
    for component in walk(components):
        kind = POINTED_AT.get(component["type"])
        if kind is not None:
            yield from ((kind, digits(value)) for value in component["values"])


def check_chosen(select: Wire, values: Any) -> None:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise Refused("The chosen values must be a list of texts.")
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) < len(values):
        raise Refused(f"Choose {least} of them." if least == most else f"Choose {least} to {most} of them.")
    if select["type"] == Component.STRING_SELECT:
        offered = {option["value"] for option in select["options"]}
        if not set(values) <= offered:
            raise Refused("That is not one of the options.")
