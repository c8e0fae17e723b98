"""Duels in memory: loaded when needed, changed only together with the disk, dropped when over or at rest."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

from bot.duels.duel import OPEN, Duel, Status, fair_start
from games.engine import Refused

Load: TypeAlias = Callable[[int], Awaitable[Duel]]


@dataclass(slots=True, weakref_slot=True, eq=False)
class Held:
    """A duel in memory. `ahead` runs in front of the disk, so that picks made at one instant share a commit;
    moves are checked against it. What people are shown is `settled`, which is on disk."""

    ahead: Duel
    settled: Duel
    broken: bool = False
    """Something could not be saved, so `ahead` is worth nothing; the next touch loads the duel anew."""
    touched: bool = True
    """Whether somebody asked for the duel since the last `rest`."""


class Cache:
    def __init__(self, load: Load, opened: float) -> None:
        """Duels whose turn began before `opened`, when the bot started, get some time back."""
        self._load_saved = load
        self._opened = opened
        self._held: dict[int, Held] = {}
        self._left: WeakValueDictionary[int, Held] = WeakValueDictionary()
        """Duels that were dropped, but are still in use: no duel is ever held twice."""
        self._loading: dict[int, asyncio.Task[Held]] = {}

    async def find(self, duel: int) -> Held:
        held = self._held.get(duel) or self._left.pop(duel, None)
        if held is not None:
            self._held[duel], held.touched = held, True
            return held
        loading = self._loading.get(duel)
        if loading is None:
            loading = self._loading[duel] = asyncio.create_task(self._load(duel))
            loading.add_done_callback(lambda _: self._loading.pop(duel, None))
        return await asyncio.shield(loading)

    def rest(self) -> None:
        """Drops the duels that were not touched since the last time; a touch loads them again."""
        for duel, held in [*self._held.items()]:
            if not held.touched and _can_rest(held):
                self._left[duel] = self._held.pop(duel)
            held.touched = False

    def __len__(self) -> int:
        """Counts the duels that are kept."""
        return len(self._held)

    def _drop(self, duel: int) -> None:
        self._held.pop(duel, None)
        self._left.pop(duel, None)

    def add(self, duel: Duel) -> None:
        """Keeps a new challenge that is saved."""
        self._held[duel.id] = Held(duel, duel)

    async def save(self, held: Held, duel: Duel, saving: Awaitable[bool], conflict: str) -> None:
        """Saves what a duel becomes. `conflict` is the refusal if somebody else has saved before."""
        held.ahead = duel
        ok = False
        try:
            ok = await saving
        finally:
            if not ok:
                held.broken = True
            if held.broken:
                self._drop(duel.id)
        if not ok:
            raise Refused(conflict)
        if held.broken:
            raise RuntimeError("an earlier change of this duel was not saved")

    def publish(self, held: Held, duel: Duel) -> tuple[Duel, Duel]:
        """Makes a saved change what people are shown; returns the duel before and after it. Notes that were
        made while it was being saved stay."""
        if duel.notes != held.ahead.notes:
            duel = replace(duel, notes=held.ahead.notes)
        before, held.settled = held.settled, duel
        if duel.status in OPEN:
            self._held[duel.id] = held
        else:
            self._drop(duel.id)
        return before, duel

    def note(self, held: Held, **values: Any) -> Duel:
        """Changes these fields of a duel's notes, which are saved already. The match may run ahead or not."""
        is_settled = held.ahead is held.settled
        held.ahead = held.ahead.noted(**values)
        held.settled = held.ahead if is_settled else held.settled.noted(**values)
        return held.settled

    async def _load(self, duel: int) -> Held:
        found = await self._load_saved(duel)
        found = replace(found, turn_began=self._fair_start(found))
        held = Held(found, found)
        if found.status in OPEN:
            self._held[duel] = held
        return held

    def _fair_start(self, duel: Duel) -> float:
        """Returns when the turn of a duel counts as begun. If its players were not told of it, all its time
        is left."""
        if duel.status is Status.LIVE and not duel.clock_runs:
            return self._opened
        return fair_start(duel.turn_began, duel.pace.seconds, self._opened)


def _can_rest(held: Held) -> bool:
    """Says whether all that is known of a duel is on disk. When it was accepted is not, until its clock
    runs."""
    is_waiting = held.settled.status is Status.LIVE and not held.settled.clock_runs
    return held.ahead is held.settled and not is_waiting
