"""Turns what a test types, a command like `duel highlow` or the fields of a form, into JSON."""

from collections.abc import Mapping
from typing import Any

from sandbox.people.options import NESTED
from sandbox.people.screen import form_fields
from sandbox.wire import SELECTS, Component, OptionType, Wire


def command_named(offered: list[Wire], line: str) -> Wire | None:
    first = line.split(maxsplit=1)[0] if line.strip() else ""
    return next((command for command in offered if command["name"] == first), None)


def typed_options(
    command: Wire, path: list[str], values: Mapping[str, Any], focused: str | None = None
) -> list[Wire]:
    """Builds a command's options. It keeps unknown names, because the client's check explains them."""
    known = {option["name"]: option for option in command.get("options") or []}
    if path:
        sub = known.get(path[0], {"name": path[0], "type": OptionType.SUB_COMMAND})
        inner = typed_options(sub, path[1:], values, focused)
        return [{"name": sub["name"], "type": int(sub["type"]), "options": inner}]
    if any(option["type"] in NESTED for option in known.values()):
        return []
    return [_option(known.get(name, {}), name, value, focused) for name, value in values.items()]


def value_of(value: Any) -> Any:
    """Replaces a person, channel, role or message by its id."""
    return str(value.id) if hasattr(value, "id") else value


def _option(known: Wire, name: str, value: Any, focused: str | None) -> Wire:
    by_label = {choice["name"]: choice["value"] for choice in known.get("choices") or []}
    plain = value_of(value)
    wire: Wire = {"name": name, "type": known.get("type", OptionType.STRING.value)}
    wire["value"] = by_label.get(plain, plain) if isinstance(plain, str) else plain
    return wire | ({"focused": True} if name == focused else {})


def typed_fields(form: Wire, values: Mapping[str, Any]) -> list[Wire]:
    """Builds the inputs of a form that have a value. Values are named by label or custom id."""
    filled = []
    for label, field in form_fields(form):
        name = label if label in values else field["custom_id"]
        if name in values:
            filled.append(_field(field, values[name]))
    return filled


def _field(field: Wire, value: Any) -> Wire:
    kind = field["type"]
    base: Wire = {"type": kind, "custom_id": field["custom_id"]}
    if kind == Component.TEXT_INPUT:
        return base | {"value": str(value)}
    labels = {option["label"]: option["value"] for option in field.get("options", [])}
    if kind in SELECTS or kind == Component.CHECKBOX_GROUP:
        several = value if isinstance(value, (list, tuple)) else [value]
        return base | {"values": [labels.get(v, v) if isinstance(v, str) else value_of(v) for v in several]}
    return base | {"value": labels.get(value, value)}
