"""Brings the news to people: repaints boards and panels, reminds the late, sends DMs to who asked."""

import asyncio
import logging
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

import discord

from bot.duel import OPEN, Duel, Status
from bot.house import House
from bot.ui.boards import Boards
from bot.ui.painter import Painter
from bot.ui.panels import Panels
from bot.ui.views import link, mention, panel
from games.engine import SEATS, Seat, other

log = logging.getLogger(__name__)

BOARD_PAUSE, PANEL_PAUSE = 1.0, 0.1
"""Seconds between two edits of one message; what happens meanwhile is folded into the next."""
ACTIVE = 90.0
"""Seconds; whoever pressed something this lately is there and needs no message."""


class Stage:
    def __init__(self, client: discord.Client, house: House) -> None:
        self.boards = Boards(client, house.arena)
        self.panels = Panels(client, house.clock.now)
        self._client = client
        self._house = house
        self._latest: dict[int, Duel] = {}
        self._painters: dict[tuple[int, Seat | None], Painter] = {}
        self._held: dict[int, int] = {}
        self._errands: set[asyncio.Task[None]] = set()

    def changed(self, before: Duel | None, duel: Duel) -> None:
        self._latest[duel.id] = duel
        if not self._held.get(duel.id):
            self._soil(duel.id)
        if _new_turn(before, duel):
            self._run(self._notify(duel))

    def late(self, duel: Duel) -> None:
        self._run(self._remind(duel))

    @contextmanager
    def answering(self, duel: int) -> Iterator[None]:
        """While a press is being answered nothing else of its duel is painted: the answer comes first."""
        self._held[duel] = self._held.get(duel, 0) + 1
        try:
            yield
        finally:
            self._held[duel] -= 1
            if not self._held[duel]:
                del self._held[duel]
                if duel in self._latest:
                    self._soil(duel)

    async def finish(self) -> None:
        """Everything that was begun is brought to its end."""
        while self._errands or any(painter.busy for painter in self._painters.values()):
            await asyncio.gather(*self._errands, return_exceptions=True)
            for painter in [*self._painters.values()]:
                await painter.finish()

    def _soil(self, duel: int) -> None:
        """Each of a duel's three messages has one painter; the panels go first, for people wait for them."""
        for seat in (*SEATS, None):
            key = (duel, seat)
            if key not in self._painters:
                pause = BOARD_PAUSE if seat is None else PANEL_PAUSE
                self._painters[key] = Painter(partial(self._paint, duel, seat), pause)
            self._painters[key].soil()

    async def _paint(self, duel: int, seat: Seat | None) -> None:
        """One message, as the duel stands now; what hasn't changed isn't sent."""
        latest = self._latest.get(duel)
        if latest is None:
            return
        if seat is None:
            await self.boards.paint(latest)
            if latest.status not in OPEN and self._latest.get(duel) is latest:
                self._forget(duel)
        elif latest.match is not None:
            await self.panels.paint(duel, seat, panel(latest, seat))

    def _forget(self, duel: int) -> None:
        """A duel that is over needs no more painting; strokes that are under way still end."""
        for seat in SEATS:
            self._run(self._last_stroke(duel, seat))
        self._painters.pop((duel, None), None)
        self.boards.forget(duel)

    async def _last_stroke(self, duel: int, seat: Seat) -> None:
        painter = self._painters.pop((duel, seat), None)
        if painter is not None:
            await painter.finish()
        self.panels.forget(duel, seat)
        if (duel, other(seat)) not in self._painters:
            self._latest.pop(duel, None)

    def _run(self, errand: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(errand)
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    async def _remind(self, duel: Duel) -> None:
        await self._tell_in_channel(duel, f"your pick is due <t:{int(duel.deadline)}:R>")

    async def _notify(self, duel: Duel) -> None:
        """A DM for whoever asked for it, has to pick, and isn't here anyway."""
        for seat in _waiting(duel):
            person = (duel.players or (0, 0))[seat]
            if self.panels.seen_lately(duel.id, seat, ACTIVE) or not await self._house.storage.notifies(
                person
            ):
                continue
            try:
                user = await self._client.create_dm(discord.Object(person))
                await user.send(f"Your turn in {duel.room.game.title}: {link(duel)}")
            except discord.HTTPException:
                await self._tell_in_channel(duel, "it is your turn", only=person)

    async def _tell_in_channel(self, duel: Duel, what: str, only: int | None = None) -> None:
        players = duel.players or (0, 0)
        people = [only] if only else [players[seat] for seat in _waiting(duel)]
        if not people:
            return
        text = f"{' '.join(map(mention, people))}, {what}: {link(duel)}"
        place = self._client.get_partial_messageable(duel.channel, guild_id=duel.guild)
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, users=[discord.Object(person) for person in people]
        )
        try:
            await place.send(text, allowed_mentions=mentions)
        except discord.HTTPException as error:
            log.warning("duel %s: a reminder could not be sent (%s)", duel.key, error.code)


def _waiting(duel: Duel) -> tuple[Seat, ...]:
    if duel.match is None or duel.status is not Status.LIVE:
        return ()
    return tuple(seat for seat in duel.match.waiting if seat != duel.rival_seat())


def _new_turn(before: Duel | None, duel: Duel) -> bool:
    if duel.match is None or duel.status is not Status.LIVE:
        return False
    return before is None or before.match is None or before.match.turn != duel.match.turn
