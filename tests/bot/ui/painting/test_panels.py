"""What is remembered of panels, and for how long."""

import asyncio
from dataclasses import replace
from typing import Any

import discord

from bot.duels.duel import Duel
from bot.ui.deck.deck import Deck
from bot.ui.painting.panels import TOKEN_LIFE, Panels
from bot.ui.wire.reply import ORIGINAL
from bot.ui.wire.requests import Requests
from games.engine import SEATS
from games.screen import Names
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
    panels.rest()
    assert len(panels) == 1


class Recorded(Requests):
    """Sends nothing."""

    def __init__(self) -> None:
        super().__init__(discord.Client(intents=discord.Intents.none()))
        self.edits: list[tuple[str, int | str]] = []

    async def edit_through_token(self, token: str, message: int | str, *_: Any, **_more: Any) -> None:
        self.edits.append((token, message))


async def test_an_edit_goes_to_the_panel_that_it_was_begun_for(on_sqlite: ArenaRig) -> None:
    """The `@original` message of the press that accepted a duel is its board, which everybody sees. The panel
    followed it, and a press in the panel comes while its edit waits for names."""
    requests, known = Recorded(), asyncio.Event()

    async def called(duel: Duel) -> Names:
        await known.wait()
        return await anonymous(duel)

    panels = Panels(requests, on_sqlite.time, called, Deck())
    duel = await on_sqlite.duel()
    panels.remember(duel, SEATS[0], "accepting", 111, 0, followed=True)
    later = replace(duel, turn_began=duel.turn_began + 1)
    painting = asyncio.create_task(panels.paint(later, SEATS[0]))
    await asyncio.sleep(0)
    panels.remember(later, SEATS[0], "picking", 111, panels.edits(duel.id, SEATS[0]))
    known.set()
    await painting
    assert requests.edits == [("accepting", 111)]
    assert not panels.is_current(later, SEATS[0])
    await panels.paint(later, SEATS[0])
    assert requests.edits[1:] == [("picking", ORIGINAL)]
