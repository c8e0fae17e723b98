"""Checks a callback: whether its kind fits the interaction, and its data."""

from collections.abc import Container, Sequence

from sandbox.interactions.interactions import Interaction
from sandbox.limits.checked_object import CheckedObject
from sandbox.limits.messages import LARGEST_FLAG, check_edit, check_new
from sandbox.limits.modals import check_modal
from sandbox.messages.composing import Upload
from sandbox.server.errors import BodyErrors, unknown_message
from sandbox.wire import CallbackType, InteractionType, Wire
from sandbox.world.entities import Message

CHOICES = 25


def check_callback(
    body: Wire,
    interaction: Interaction,
    source: Message | None,
    uploads: Sequence[Upload],
    emoji: Container[int],
) -> tuple[CallbackType, Wire]:
    """Checks a callback and returns its kind and data. `source` is the message whose component was used."""
    errors = BodyErrors()
    callback = CheckedObject(errors, body)
    callback.one_of("type", _kinds(interaction))
    data = callback.inner("data") or CheckedObject(errors, {}, "data")
    errors.refuse()
    kind = CallbackType(body["type"])
    data.whole("flags", 0, LARGEST_FLAG)
    errors.refuse()
    if kind is CallbackType.MESSAGE:
        check_new(data.body, uploads, emoji, "data")
    elif kind is CallbackType.UPDATE:
        if source is None:
            raise unknown_message()
        check_edit(data.body, source, uploads, emoji, "data")
    elif kind is CallbackType.MODAL:
        check_modal(data, emoji)
    elif kind is CallbackType.CHOICES:
        _check_choices(data)
    errors.refuse()
    return kind, data.body


def _kinds(interaction: Interaction) -> tuple[int, ...]:
    """The kinds of callback that may answer. No form answers a form; an update needs a message."""
    if interaction.type is InteractionType.AUTOCOMPLETE:
        return (8,)
    if interaction.type is InteractionType.COMMAND:
        return (4, 5, 9)
    if interaction.type is InteractionType.COMPONENT:
        return (4, 5, 6, 7, 9)
    return (4, 5, 6, 7) if interaction.source_id is not None else (4, 5, 6)


def _check_choices(data: CheckedObject) -> None:
    for choice in data.each("choices", CHOICES, least=0):
        choice.text("name", 100, least=1)
        value = choice.get("value")
        if isinstance(value, str):
            choice.text("value", 100)
        elif isinstance(value, bool) or not isinstance(value, (int, float)):
            choice.lacks("value")
