"""What is remembered of panels, and for how long."""

import asyncio
from dataclasses import replace
from typing import Any

import discord

from bot.duels.duel import Duel
from bot.ui.deck.deck import Deck
from bot.ui.painting.panels import TOKEN_LIFE, Panels
from bot.ui.wire.press import Kind, Press
from bot.ui.wire.reply import ORIGINAL, Reply
from bot.ui.wire.requests import Requests
from games.engine import SEATS
from games.screen import Names
from tests.support.arenas import ArenaRig, anonymous


class Recorded(Requests):
    """Sends nothing; every answer makes the message 111."""

    def __init__(self) -> None:
        super().__init__(discord.Client(intents=discord.Intents.none()), "token")
        self.edits: list[tuple[str, int | str]] = []

    async def edit_through_token(self, token: str, message: int | str, *_: Any, **_more: Any) -> Any:
        self.edits.append((token, message))

    async def call_back(self, *_: Any, **_more: Any) -> Any:
        return {"resource": {"message": {"id": "111"}}}

    async def follow_up(self, *_: Any, **_more: Any) -> Any:
        return {"id": "111"}

    def press(self, token: str) -> Press:
        reply = Reply(self, 5, token)
        return Press(
            5,
            Kind.COMPONENT,
            token,
            reply,
            person=1,
            is_bot=False,
            roles=frozenset(),
            may=0,
            bot_may=0,
            application=9,
        )


async def test_panels_that_can_no_longer_be_repainted_are_forgotten(on_sqlite: ArenaRig) -> None:
    manual, requests = on_sqlite.time, Recorded()
    panels = Panels(requests, manual, anonymous, Deck())
    duel = await on_sqlite.duel()
    await panels.show(requests.press("token"), duel, SEATS[0])
    manual.now += TOKEN_LIFE - 1
    await panels.show(requests.press("token"), duel, SEATS[1])
    assert len(panels) == 2
    manual.now += 2
    panels.rest()
    assert len(panels) == 1


async def test_an_edit_goes_to_the_panel_that_it_was_begun_for(on_sqlite: ArenaRig) -> None:
    """The `@original` message of the press that accepted a duel is its board, which everybody sees. The panel
    followed it, and a press in the panel comes while its edit waits for names."""
    requests, known = Recorded(), asyncio.Event()
    slow = list[asyncio.Event]()

    async def called(duel: Duel) -> Names:
        for each in slow:
            slow.remove(each)
            await each.wait()
        return await anonymous(duel)

    panels = Panels(requests, on_sqlite.time, called, Deck())
    duel = await on_sqlite.duel()
    await panels.add(requests.press("accepting"), duel, SEATS[0])
    slow.append(known)
    later = replace(duel, turn_began=duel.turn_began + 1)
    painting = asyncio.create_task(panels.paint(later, SEATS[0]))
    await asyncio.sleep(0)
    await panels.show(requests.press("picking"), later, SEATS[0])
    known.set()
    await painting
    assert requests.edits == [("accepting", 111)]
    assert panels.why_not(later, SEATS[0]) == ""
    await panels.paint(later, SEATS[0])
    assert requests.edits[1:] == [("picking", ORIGINAL)]
