"""What is remembered of panels, and for how long."""

from typing import Any

import discord

from bot.ui.painting.panels import TOKEN_LIFE, Panels
from games.engine import SEATS
from tests.support.arenas import ArenaRig


class Press:
    token = "token"


async def test_panels_that_can_no_longer_be_repainted_are_forgotten(on_sqlite: ArenaRig) -> None:
    manual = on_sqlite.time
    panels = Panels(discord.Client(intents=discord.Intents.none()), manual)
    press: Any = Press()
    duel = await on_sqlite.duel()
    panels.remember(duel, SEATS[0], press, 1, 0)
    manual.now += TOKEN_LIFE - 1
    panels.remember(duel, SEATS[1], press, 2, 0)
    assert len(panels) == 2
    manual.now += 2
    panels.remember(duel, SEATS[1], press, 2, 0)
    assert len(panels) == 1
