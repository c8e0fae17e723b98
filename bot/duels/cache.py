"""Duels in memory: loaded when needed, changed only together with the disk, dropped when over."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bot.duels.duel import OPEN, Duel, Status, fair_start
from games.engine import Refused

Load: TypeAlias = Callable[[int], Awaitable[Duel]]
NOTES = ("channel", "board", "card", "reminded", "started", "called", "call", "dms", "bells", "tally")
"""What is saved beside the match, at any time."""


@dataclass(slots=True)
class Held:
    """`ahead` runs in front of the disk, so that picks made at one instant share a commit; moves are checked
    against it. What people are shown is `settled`, which is on disk."""

    ahead: Duel
    settled: Duel
    broken: bool = False
    """Something could not be saved, so `ahead` is worth nothing; the next touch loads the duel anew."""


class Cache:
    def __init__(self, load: Load, opened: float) -> None:
        """Duels whose turn began before `opened`, when the bot started, get some time back."""
        self._load_saved = load
        self._opened = opened
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

    def add(self, duel: Duel) -> None:
        """A new challenge that is saved."""
        self._held[duel.id] = Held(duel, duel)

    async def save(self, held: Held, duel: Duel, saving: Awaitable[bool], conflict: str) -> None:
        """Saves what a duel becomes. `conflict` is the refusal when somebody else was faster on disk."""
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

    def publish(self, held: Held, duel: Duel) -> tuple[Duel, Duel]:
        """A change that is saved becomes what people are shown; returns the duel before and after it."""
        duel = _with_notes_of(held.ahead, duel)
        before, held.settled = held.settled, duel
        if duel.status in OPEN:
            self._held[duel.id] = held
        else:
            self._held.pop(duel.id, None)
        return before, duel

    def note(self, held: Held, **values: Any) -> Duel:
        """Takes over facts beside the match that are saved already, such as where the board is."""
        is_settled = held.ahead is held.settled
        held.ahead = replace(held.ahead, **values)
        held.settled = held.ahead if is_settled else replace(held.settled, **values)
        return held.settled

    async def _load(self, duel: int) -> Held:
        found = await self._load_saved(duel)
        found = replace(found, turn_began=self._fair_start(found))
        held = Held(found, found)
        if found.status in OPEN:
            self._held[duel] = held
        return held

    def _fair_start(self, duel: Duel) -> float:
        """A duel whose players were not told of it has all its time left."""
        if duel.status is Status.LIVE and not duel.clock_runs:
            return self._opened
        return fair_start(duel.turn_began, duel.pace.seconds, self._opened)


def _with_notes_of(ahead: Duel, duel: Duel) -> Duel:
    """What was noted while a change was being saved stays noted."""
    notes = {name: getattr(ahead, name) for name in NOTES}
    if all(getattr(duel, name) == value for name, value in notes.items()):
        return duel
    return replace(duel, **notes)
