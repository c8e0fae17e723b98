"""What a person picks from a list on a message, checked and looked up as their client does it."""

from typing import Any

from sandbox.entities import Guild
from sandbox.options import Refused, digits, resolve
from sandbox.wire import Component, OptionType, Wire
from sandbox.world import World

POINTED_AT = {
    Component.USER_SELECT: OptionType.USER,
    Component.ROLE_SELECT: OptionType.ROLE,
    Component.MENTIONABLE_SELECT: OptionType.MENTIONABLE,
    Component.CHANNEL_SELECT: OptionType.CHANNEL,
}


def chosen(world: World, guild: Guild | None, select: Wire, values: Any) -> Wire:
    """The values for the wire, with the people, roles or channels that they point at."""
    _check(select, values)
    kind = POINTED_AT.get(select["type"])
    if kind is None:
        return {"values": values}
    ids = [(kind, digits(value)) for value in values]
    return {"values": values, "resolved": resolve(world, guild, ids)}


def _check(select: Wire, values: Any) -> None:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise Refused("The chosen values must be a list of texts.")
    least, most = select.get("min_values", 1), select.get("max_values", 1)
    if not least <= len(values) <= most or len(set(values)) < len(values):
        raise Refused(f"Choose {least} of them." if least == most else f"Choose {least} to {most} of them.")
    if select["type"] == Component.STRING_SELECT:
        offered = {option["value"] for option in select["options"]}
        if not set(values) <= offered:
            raise Refused("That is not one of the options.")
