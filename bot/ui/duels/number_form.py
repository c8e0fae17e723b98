"""The form in which a number is entered. It is known by its custom id, so it survives a restart."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from discord import ComponentType, TextStyle

from bot.ui.ids import CustomId
from bot.ui.wire.sheet import Wire
from games.screen import NumberChoice


@dataclass(frozen=True, slots=True)
class NumberEntry(CustomId):
    """The duel and the turn that a form was opened for, and by whom."""

    word = "number"
    template = re.compile(r"number:([0-9a-f]{1,13}):([0-9]{1,4}):([0-9]{1,20})")

    duel: int
    turn: int
    person: int

    @property
    def about(self) -> int:
        return self.duel

    def __str__(self) -> str:
        return f"number:{self.duel:x}:{self.turn}:{self.person}"

    @classmethod
    def of(cls, match: re.Match[str]) -> Self:
        return cls(int(match[1], 16), int(match[2]), int(match[3]))


def number_form(entry: NumberEntry, choice: NumberChoice) -> Wire:
    field = {
        "type": ComponentType.text_input.value,
        "custom_id": "number",
        "style": TextStyle.short.value,
        "placeholder": f"{choice.low}–{choice.high}",
        "min_length": 1,
        "max_length": len(str(choice.high)) + 2,
        "required": True,
    }
    label = {
        "type": ComponentType.label.value,
        "label": f"A whole number from {choice.low} to {choice.high}",
        "component": field,
    }
    return {"title": choice.label, "custom_id": str(entry), "components": [label]}


def number_in(values: Sequence[str]) -> str:
    """What was typed, as a token: ASCII digits without leading zeros, or something that is no move."""
    match = re.fullmatch(r"\s*0*([0-9]{1,3})\s*", values[0] if values else "", re.ASCII)
    return match[1] if match else "no number"
