"""Checks a filled-in form as a client does, and builds the components that the client sends."""

from dataclasses import dataclass
from typing import Any

from sandbox.interactions.components import walk
from sandbox.people.options import Refused
from sandbox.wire import Component, Wire


@dataclass(frozen=True, slots=True)
class OpenModal:
    wire: Wire
    channel_id: int
    source_id: int | None
    owners: dict[str, str] | None = None


def filled(form: list[Wire], sent: Any) -> list[Wire]:
    """Builds the components of a submission from the form and the values that a person entered."""
    try:
        given = {c["custom_id"]: c for c in walk(sent) if "custom_id" in c}
    except (TypeError, AttributeError, KeyError):
        raise Refused("The form's values are not in a shape that can be read.") from None
    return [_wrap(component, given) for component in form]


def _wrap(component: Wire, given: dict[str, Wire]) -> Wire:
    bare: Wire = {"type": component["type"], "id": component["id"]}
    if component["type"] == Component.LABEL:
        return bare | {"component": _input(component["component"], component["label"], given)}
    if component["type"] == Component.ACTION_ROW:
        inner = component["components"]
        return bare | {"components": [_input(c, c.get("label", "This field"), given) for c in inner]}
    return bare


def _input(field: Wire, label: str, given: dict[str, Wire]) -> Wire:
    kind, custom_id = Component(field["type"]), field["custom_id"]
    sent = given.get(custom_id, {})
    base: Wire = {"type": kind.value, "id": field["id"], "custom_id": custom_id}
    if kind is Component.TEXT_INPUT:
        return base | {"value": _text(field, label, sent.get("value", ""))}
    if kind is Component.CHECKBOX:
        return base | {"value": bool(sent.get("value"))}
    if kind is Component.RADIO_GROUP:
        return base | {"value": _radio(field, label, sent.get("value"))}
    return base | {"values": _several(field, label, sent.get("values", []))}


def _text(field: Wire, label: str, value: Any) -> str:
    if not isinstance(value, str):
        raise Refused(f"“{label}” must be text.")
    if not value and not field.get("required", True):
        return ""
    least, most = field.get("min_length") or 0, field.get("max_length") or 4000
    if not value:
        raise Refused(f"“{label}” must be filled in.")
    if not least <= len(value) <= most:
        raise Refused(f"“{label}” must have {least} to {most} characters.")
    return value


def _radio(field: Wire, label: str, value: Any) -> str | None:
    if value is None and not field.get("required", True):
        return None
    if value not in [option["value"] for option in field["options"]]:
        raise Refused(f"Choose one of the options of “{label}”.")
    return str(value)


def _several(field: Wire, label: str, values: Any) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise Refused(f"The values of “{label}” must be a list of texts.")
    least = field.get("min_values", 1) if field.get("required", True) else 0
    most = field.get("max_values", len(field.get("options", [])) or 1)
    if not least <= len(values) <= most:
        raise Refused(f"Choose {least} to {most} of “{label}”.")
    offered = [option["value"] for option in field.get("options", [])]
    if offered and not set(values) <= set(offered):
        raise Refused(f"Choose from the options of “{label}”.")
    return values
