"""What is remembered of panels and forms, and for how long."""

from typing import Any

import discord

from bot.ui.numbers import NumberForm
from bot.ui.panels import TOKEN_LIFE, Panels
from games.engine import SEATS
from games.screen import NumberChoice
from tests.bot.people import Evening


class Press:
    token = "token"


async def test_panels_that_can_no_longer_be_repainted_are_forgotten(on_sqlite: Evening) -> None:
    hands = on_sqlite.hands
    panels = Panels(discord.Client(intents=discord.Intents.none()), hands)
    press: Any = Press()
    duel = await on_sqlite.duel()
    panels.remember(duel, SEATS[0], press, 1, 0)
    hands.time += TOKEN_LIFE - 1
    panels.remember(duel, SEATS[1], press, 2, 0)
    assert len(panels) == 2
    hands.time += 2
    panels.remember(duel, SEATS[1], press, 2, 0)
    assert len(panels) == 1


async def test_a_form_that_nobody_sends_is_not_kept_for_ever() -> None:
    form = NumberForm(1, 1, 1, NumberChoice("Bid", 1, 100))
    assert form.timeout is not None
