"""Brings the news to people: repaints boards and panels, and has the messenger tell who must be told."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import replace
from functools import partial

import discord

from bot.duels.arenas import House
from bot.duels.duel import OPEN, Duel, Status
from bot.process.background import BackgroundTasks
from bot.ui.painting.board_rate import Rank, Turnstile
from bot.ui.painting.boards import Boards
from bot.ui.painting.notifications import Messenger
from bot.ui.painting.painter import Painter
from bot.ui.painting.panels import Panels
from games.engine import SEATS, Seat

BOARD_PAUSE, PANEL_PAUSE = 1.0, 0.0
"""Seconds between two edits of one message; what happens meanwhile is folded into the next."""
LAST_ORDERS = 4.0
"""Seconds in which everything that was begun has to end when the bot is stopped."""

_TOUCHED: ContextVar[set[int] | None] = ContextVar("touched", default=None)
"""The duels held back by the press that is being answered."""


class Stage:
    def __init__(self, client: discord.Client, house: House) -> None:
        self.boards = Boards(client, house.arena)
        self.panels = Panels(client, house.clock.now)
        self._messenger = Messenger(client, house.storage, house.servers, house.clock.now)
        self._house = house
        self._latest: dict[int, Duel] = {}
        self._new_turns: set[int] = set()
        self._painters: dict[tuple[int, Seat | None], Painter] = {}
        self._held: dict[int, int] = {}
        self._asides = 0
        self._turnstile = Turnstile(house.shards.share)
        self._errands = BackgroundTasks()

    def changed(self, before: Duel | None, duel: Duel) -> None:
        self._latest[duel.id] = duel
        if _new_turn(before, duel):
            self._new_turns.add(duel.id)
        touched = _TOUCHED.get()
        if touched is not None:
            self._hold(duel.id, touched)
        if not self._held.get(duel.id):
            self._tell(duel.id)

    def late(self, duel: Duel) -> None:
        self._latest[duel.id] = duel
        self._errands.run(self._remind(duel))

    def outdated(self, duel: Duel) -> None:
        """Its board is painted again; one that was never posted is posted now."""
        if duel.board is None and duel.status is Status.LIVE:
            self._errands.run(self._post(duel))
        else:
            self._latest[duel.id] = duel
            self._soil(duel.id, None)

    @contextmanager
    def answering(self, person: int, duel: int | None = None) -> Iterator[None]:
        """Until a press is answered nothing of the duels it touches is painted: the answer comes first."""
        self._messenger.pressed(person)
        touched: set[int] = set()
        outer = _TOUCHED.set(touched)
        if duel is not None:
            self._hold(duel, touched)
        try:
            yield
        finally:
            _TOUCHED.reset(outer)
            for each in touched:
                self._release(each)

    @contextmanager
    def answering_aside(self) -> Iterator[None]:
        """A press of somebody who does not play: the players' messages don't wait for its answer."""
        self._asides += 1
        try:
            yield
        finally:
            self._asides -= 1

    async def finish(self) -> None:
        """Presses are answered, and everything that was begun is brought to its end."""
        with suppress(TimeoutError):
            async with asyncio.timeout(LAST_ORDERS):
                while self._busy:
                    await self._errands.finish()
                    for painter in [*self._painters.values()]:
                        await painter.finish()
                    await asyncio.sleep(0.01)
        for painter in self._painters.values():
            painter.stop()

    @property
    def _busy(self) -> bool:
        answering = bool(self._held) or self._asides > 0
        return answering or self._errands.busy or any(each.busy for each in self._painters.values())

    def _hold(self, duel: int, touched: set[int]) -> None:
        if duel not in touched:
            touched.add(duel)
            self._held[duel] = self._held.get(duel, 0) + 1

    def _release(self, duel: int) -> None:
        self._held[duel] -= 1
        if not self._held[duel]:
            del self._held[duel]
            if duel in self._latest:
                self._tell(duel)

    def _tell(self, duel: int) -> None:
        """The panels go first, for people wait for them."""
        latest = self._latest[duel]
        for seat in SEATS:
            if latest.match is not None and not self.panels.is_current(latest, seat):
                self._soil(duel, seat)
        self._turnstile.hurry(duel, self._rank(latest))
        self._soil(duel, None)
        if duel in self._new_turns:
            self._new_turns.discard(duel)
            if self._messenger.may_be_missed(latest):
                self._errands.run(self._notify(duel))

    def _soil(self, duel: int, seat: Seat | None) -> Painter:
        """Each of a duel's three messages has one painter."""
        key = (duel, seat)
        if key not in self._painters:
            pause = BOARD_PAUSE if seat is None else PANEL_PAUSE
            self._painters[key] = Painter(partial(self._paint, duel, seat), pause)
        self._painters[key].soil()
        return self._painters[key]

    async def _paint(self, duel: int, seat: Seat | None) -> None:
        """One message, as the duel stands now; what hasn't changed isn't sent."""
        latest = self._latest.get(duel)
        if latest is not None and seat is None and not self.boards.is_current(latest):
            await self._turnstile.enter(duel, self._rank(latest))
            latest = self._latest.get(duel)
        if latest is None:
            return
        if seat is None:
            self._note_place(latest, await self.boards.paint(latest))
            if latest.status not in OPEN and self._latest.get(duel) is latest:
                await self._house.storage.told(duel)
                self._errands.run(self._forget(duel))
        elif latest.match is not None:
            await self.panels.paint(latest, seat)

    def _rank(self, duel: Duel) -> Rank:
        if duel.status is not Status.LIVE:
            return Rank.END
        return Rank.MARK if self.boards.shows_turn(duel) else Rank.TURN

    def _note_place(self, painted: Duel, placed: Duel) -> None:
        """What came while a lost board was posted again still has the old one's place."""
        latest = self._latest.get(painted.id)
        if latest is not None and latest is not painted and latest.board == painted.board:
            self._latest[painted.id] = replace(latest, channel=placed.channel, board=placed.board)

    async def _forget(self, duel: int) -> None:
        """A duel that is over needs no more painting, once all strokes have ended: what has failed is tried
        again, and needs to know until then how the duel ended."""
        mine = [(duel, seat) for seat in (None, *SEATS)]
        while busy := [each for each in map(self._painters.get, mine) if each is not None and each.busy]:
            await busy[0].finish()
        if duel in self._held:
            return  # there is more to tell, and after that it is forgotten
        for key in mine:
            self._painters.pop(key, None)
        for seat in SEATS:
            self.panels.forget(duel, seat)
        self.boards.forget(duel)
        self._latest.pop(duel, None)

    async def _post(self, duel: Duel) -> None:
        """What fails is tried again, as every painting is."""
        poster = Painter(partial(self.boards.post_missing, duel), BOARD_PAUSE)
        poster.soil()
        await poster.finish()

    async def _remind(self, duel: Duel) -> None:
        """The board is painted first: one that was deleted is noticed, and posted again, before the link."""
        self.boards.forget(duel.id)
        self._turnstile.hurry(duel.id, self._rank(duel))
        if duel.board is None:
            await self._post(duel)
        await self._soil(duel.id, None).finish()
        await self._messenger.remind(await self._house.arena(duel.guild).duel(duel.id))

    async def _notify(self, duel: int) -> None:
        latest = self._latest.get(duel)
        if latest is not None:
            await self._messenger.notify(await self._house.arena(latest.guild).duel(duel))


def _new_turn(before: Duel | None, duel: Duel) -> bool:
    if duel.match is None or duel.status is not Status.LIVE:
        return False
    return before is None or before.match is None or before.match.turn != duel.match.turn
