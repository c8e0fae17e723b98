"""The form in which a number is entered. It is known by its custom id, so it survives a restart."""

import re
from collections.abc import Sequence
from typing import Annotated

from discord import ComponentType, TextStyle

from bot.ui.ids import CustomId, DuelNumber, Format, TurnNumber
from bot.ui.wire.sheet import Wire
from games.engine import value
from games.screen import NumberChoice


@value
class NumberEntry(CustomId):
    """Names the duel and the turn that a form was opened for, and the person who opened it."""

    word = "number"

    duel: DuelNumber
    turn: TurnNumber
    person: Annotated[int, Format("[0-9]{1,20}", int)]


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
    """Reads what was typed as a token: ASCII digits without leading zeros, or something that is no move."""
    match = re.fullmatch(r"\s*0*([0-9]{1,3})\s*", values[0] if values else "", re.ASCII)
    return match[1] if match else "no number"
