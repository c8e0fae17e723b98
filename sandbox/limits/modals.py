"""Checks a form that a bot opens."""

from collections.abc import Container

from sandbox.limits.checked_object import CheckedObject
from sandbox.limits.controls import check_options, check_select
from sandbox.wire import SELECTS, Component

TOP = (1, 10, 18)
IN_ROW = (4,)
IN_LABEL = (3, 4, 5, 6, 7, 8, 19, 21, 22, 23)
MOST_COMPONENTS = 5


def check_modal(modal: CheckedObject, emoji: Container[int]) -> None:
    modal.text("title", 45, least=1)
    modal.text("custom_id", 100, least=1)
    taken: set[str] = set()
    for component in modal.each("components", MOST_COMPONENTS, least=1):
        for field in _fields(component):
            _check_field(field, emoji)
            custom_id = str(field.get("custom_id"))
            if custom_id in taken:
                message = "Component custom id cannot be duplicated"
                field.wrong("COMPONENT_CUSTOM_ID_DUPLICATED", message, "custom_id")
            taken.add(custom_id)


def _fields(component: CheckedObject) -> list[CheckedObject]:
    """The inputs in a top-level component: one in a row or a label, none in a text display."""
    if not component.is_one_of(TOP):
        return []
    kind = component.get("type")
    if kind == Component.TEXT_DISPLAY:
        component.text("content", 4000, least=1)
        return []
    if kind == Component.ACTION_ROW:
        inputs = [field for field in component.each("components", 1, least=1) if field.is_one_of(IN_ROW)]
        for field in inputs:
            field.text("label", 45, least=1)
        return inputs
    component.text("label", 45, least=1)
    component.text("description", 100)
    inner = component.inner("component", needed=True)
    return [inner] if inner is not None and inner.is_one_of(IN_LABEL) else []


def _check_field(field: CheckedObject, emoji: Container[int]) -> None:
    kind = field.get("type")
    if kind in SELECTS:
        check_select(field, emoji)
        return
    field.text("custom_id", 100, least=1)
    if kind == Component.TEXT_INPUT:
        field.one_of("style", (1, 2))
        field.text("placeholder", 100)
        field.text("value", 4000)
        field.whole("min_length", 0, 4000)
        field.whole("max_length", 1, 4000)
    elif kind == Component.RADIO_GROUP:
        check_options(field, emoji, 2, 10)
    elif kind == Component.CHECKBOX_GROUP:
        check_options(field, emoji, 1, 10)
