"""Callbacks."""

from collections.abc import Sequence
from sandbox.composing import Upload
from sandbox.interactions import Interaction
from sandbox.platform import Platform
from sandbox.wire import CallbackType, Wire


def check_callback(
    body: Wire, interaction: Interaction, platform: Platform, uploads: Sequence[Upload]
) -> tuple[CallbackType, Wire]:
    return CallbackType(body["type"]), body.get("data") or {}
