"""The form in which a number is entered. It is handled by its custom id, so it survives a restart."""

import re
from typing import Any

import discord

from games.screen import NumberChoice

TEMPLATE = re.compile(r"number:([0-9a-f]{1,13}):([0-9]{1,4}):([0-9]{1,20})")


class NumberForm(discord.ui.Modal):
    def __init__(self, duel: int, turn: int, person: int, choice: NumberChoice) -> None:
        super().__init__(title=choice.label, custom_id=f"number:{duel:x}:{turn}:{person}")
        self.stop()  # discord.py would hold on to every form that nobody sends
        field: discord.ui.TextInput[Any] = discord.ui.TextInput(
            placeholder=f"{choice.low}–{choice.high}", min_length=1, max_length=len(str(choice.high)) + 2
        )
        self.add_item(
            discord.ui.Label(text=f"A whole number from {choice.low} to {choice.high}", component=field)
        )


def form_address(custom_id: str) -> tuple[int, int] | None:
    """The duel and the turn a form was opened for, if it is one of ours."""
    match = TEMPLATE.fullmatch(custom_id)
    return None if match is None else (int(match[1], 16), int(match[2]))


def number_in(data: Any) -> str:
    """What was typed, as a token: ASCII digits without leading zeros, or something that is no move."""
    typed = _first_value(data)
    match = re.fullmatch(r"\s*0*([0-9]{1,3})\s*", typed, re.ASCII)
    return match[1] if match else "no number"


def _first_value(data: Any) -> str:
    try:
        row = data["components"][0]
        component = row.get("component") or row["components"][0]
        return str(component["value"])
    except (KeyError, IndexError, TypeError):
        return ""
