"""Duels in memory: loaded when touched, changed only together with the disk, dropped when over."""

import asyncio
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from bot.duels.duel import OPEN, OVER, Duel, Tally, fair_start
from bot.storage.storage import Storage
from games.engine import Refused

NOTES = ("channel", "board", "reminded", "tally")
"""What is saved beside the match, at any time."""


class Audience(Protocol):
    """Who has to be told; told only what is already saved."""

    def changed(self, before: Duel | None, duel: Duel) -> None: ...


@dataclass(slots=True)
class Held:
    """`ahead` runs in front of the disk, so that picks made at one instant share a commit; moves are checked
    against it. What people are shown is `settled`, which is on disk."""

    ahead: Duel
    settled: Duel
    broken: bool = False
    """Something could not be saved, so `ahead` is worth nothing; the next touch loads the duel anew."""


class Keeper:
    def __init__(self, guild: int, storage: Storage, audience: Audience, opened: float) -> None:
        self._guild = guild
        self._opened = opened
        self._storage = storage
        self._audience = audience
        self._held: dict[int, Held] = {}
        self._loading: dict[int, asyncio.Task[Held]] = {}

    async def find(self, duel: int) -> Held:
        held = self._held.get(duel)
        if held is not None:
            return held
        loading = self._loading.get(duel)
        if loading is None:
            loading = self._loading[duel] = asyncio.create_task(self._load(duel))
            loading.add_done_callback(lambda _: self._loading.pop(duel, None))
        return await asyncio.shield(loading)

    async def add(self, duel: Duel) -> Duel:
        """A new challenge."""
        duel = await self._storage.ledger.with_stakes(duel)
        await self._storage.add(duel)
        self._held[duel.id] = Held(duel, duel)
        self._audience.changed(None, duel)
        return duel

    async def change(self, held: Held, duel: Duel, saving: Awaitable[bool], conflict: str) -> Duel:
        """Save, then tell. `conflict` is the refusal when somebody else was faster on disk."""
        held.ahead = duel
        ok = False
        try:
            ok = await saving
        finally:
            if not ok:
                held.broken = True
            if held.broken:
                self._held.pop(duel.id, None)
        if not ok:
            raise Refused(conflict)
        if held.broken:
            raise RuntimeError("an earlier change of this duel was not saved")
        if duel.status in OVER:
            duel = await self._storage.ledger.settle(duel)
        duel = _with_notes_of(held.ahead, duel)
        before, held.settled = held.settled, duel
        if duel.status in OPEN:
            self._held[duel.id] = held
        else:
            self._held.pop(duel.id, None)
        self._audience.changed(before, duel)
        return duel

    def note(self, held: Held, **values: Any) -> Duel:
        """Facts beside the match that are saved already: where the board is, who was reminded."""
        held.ahead = replace(held.ahead, **values)
        held.settled = replace(held.settled, **values)
        return held.settled

    def count(self, held: Held, tally: Tally) -> Duel:
        """The votes as they are saved by now; all who voted together are told of once."""
        before = held.settled
        if before.tally != tally:
            self._audience.changed(before, self.note(held, tally=tally))
        return held.settled

    async def _load(self, duel: int) -> Held:
        found = await self._storage.duel(duel)
        if found is None or found.guild != self._guild:
            raise Refused("That duel is not known here. Start a new one with /duel.")
        found = replace(found, turn_began=fair_start(found.turn_began, found.pace.seconds, self._opened))
        held = Held(found, found)
        if found.status in OPEN:
            self._held[duel] = held
        return held


def _with_notes_of(ahead: Duel, duel: Duel) -> Duel:
    """What was noted while a change was being saved stays noted."""
    notes = {name: getattr(ahead, name) for name in NOTES}
    if all(getattr(duel, name) == value for name, value in notes.items()):
        return duel
    return replace(duel, **notes)
