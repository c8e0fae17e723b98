"""What is remembered of panels, and for how long."""

import discord

from bot.ui.deck.deck import Deck
from bot.ui.painting.panels import TOKEN_LIFE, Panels
from bot.ui.wire.requests import Requests
from games.engine import SEATS
from tests.support.arenas import ArenaRig, anonymous


async def test_panels_that_can_no_longer_be_repainted_are_forgotten(on_sqlite: ArenaRig) -> None:
    manual = on_sqlite.time
    requests = Requests(discord.Client(intents=discord.Intents.none()))
    panels = Panels(requests, manual, anonymous, Deck())
    duel = await on_sqlite.duel()
    panels.remember(duel, SEATS[0], "token", 1, 0)
    manual.now += TOKEN_LIFE - 1
    panels.remember(duel, SEATS[1], "token", 2, 0)
    assert len(panels) == 2
    manual.now += 2
    panels.remember(duel, SEATS[1], "token", 2, 0)
    assert len(panels) == 1
