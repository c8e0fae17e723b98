"""Watches the time of every open duel: reminds late players, ends turns and challenges that ran out."""

import asyncio
from collections.abc import Callable
from typing import Any, Protocol

from bot.arena.arena import Arena
from bot.duels.duel import CHALLENGE_LIFE, OPEN, Duel, Status, fair_start
from bot.duels.pace import MINUTE, pace_of
from bot.process.clock import Action, Alarm, Clock
from bot.process.shards import Shards
from bot.storage.storage import Due, Storage

CALL_AGAIN = 5 * MINUTE
"""Seconds after which the bot calls players to their first turn again, where Discord did not let it."""
MAYBE_NOT_SHOWN = 300.0
"""Seconds; a change this close to the last sign of life may have been saved, but not shown."""
AT_ONCE = 5_000
"""How many duels are resumed before others get a moment."""


class DeadlineListener(Protocol):
    """Tells people what a deadline brings."""

    def late(self, duel: Duel) -> None:
        """Reminds the players whose picks are missing."""

    def outdated(self, duel: Duel) -> None:
        """Has the board painted again."""

    def recall(self, duel: Duel) -> None:
        """Calls players who were not called yet, and deletes old calls."""


class Deadlines:
    def __init__(self, clock: Clock, arena_of: Callable[[int], Arena], announcer: DeadlineListener) -> None:
        self._clock = clock
        self._arena_of = arena_of
        self._announcer = announcer
        self._alarms: dict[int, tuple[Alarm, ...]] = {}
        """The alarms of each open duel."""

    def changed(self, before: Duel | None, duel: Duel, _cause: int | None) -> None:
        """Sets the alarms of a new challenge or a new turn, and silences those of the old one."""
        if duel.status not in OPEN:
            self._silence(duel.id)
        elif duel.status is Status.CHALLENGE:
            self._set_alarm(duel.id, duel.expires, self._expire, duel.guild, duel.id)
        elif duel.status is Status.LIVE and duel.match is not None:
            began = before is None or before.match is None or before.match.turn != duel.match.turn
            if not duel.clock_runs:
                self._wait_for_call(duel.guild, duel.id, duel.deadline)
            elif began or (before is not None and not before.clock_runs):
                self._watch_turn(duel.guild, duel.id, duel.match.turn, duel.deadline, duel.pace.reminder)

    async def resume(self, storage: Storage, shards: Shards, opened: float) -> None:
        """Sets all alarms at the start, and has everything painted again that may have been saved but not
        shown."""
        dues = [due for due in await storage.open_duels() if shards.keeps(due.guild)]
        last_change = max((due.touched for due in dues), default=0.0)
        last_shown = max(await storage.last_end(), last_change) - MAYBE_NOT_SHOWN
        for number, due in enumerate(dues):
            self._resume(due, opened)
            if due.is_voted_on or due.touched > last_shown:
                self._repaint_at(opened, due.guild, due.duel)
            if number % AT_ONCE == 0:
                await asyncio.sleep(0)
        for guild, duel in await storage.untold():
            if shards.keeps(guild):
                self._repaint_at(opened, guild, duel)
        for guild, duel in await storage.left_over_calls():
            if shards.keeps(guild):
                self._clock.at(opened, self._recall, guild, duel)

    def _resume(self, due: Due, opened: float) -> None:
        """Sets the alarms of a challenge or a duel as it was left, without loading its match."""
        if due.status == Status.CHALLENGE:
            expires = due.created + CHALLENGE_LIFE
            self._set_alarm(due.duel, expires, self._expire, due.guild, due.duel)
            if due.board is None:
                self._set_alarm(due.duel, opened, self._forgo, due.guild, due.duel)
        elif not due.turn_began:
            self._wait_for_call(due.guild, due.duel, opened + pace_of(due.pace).seconds)
            self._repaint_at(opened, due.guild, due.duel)
        else:
            self._resume_turn(due, opened)

    def _resume_turn(self, due: Due, opened: float) -> None:
        pace, began = pace_of(due.pace), fair_start(due.turn_began, due.pace, opened)
        near = began + pace.seconds - pace.reminder
        self._set_alarm(due.duel, near, self._load_and_set, due.guild, due.duel)
        if began != due.turn_began:  # its board shows an earlier deadline
            self._repaint_at(opened, due.guild, due.duel)

    def _repaint_at(self, due: float, guild: int, duel: int) -> None:
        self._clock.at(due, self._repaint, guild, duel)

    async def _repaint(self, guild: int, duel: int) -> None:
        self._announcer.outdated(await self._arena_of(guild).duel(duel))
        await self._recall(guild, duel)

    async def _recall(self, guild: int, duel: int) -> None:
        self._announcer.recall(await self._arena_of(guild).duel(duel))

    async def _load_and_set(self, guild: int, duel: int) -> None:
        """Loads the duel, because only now the number of its turn is needed."""
        found = await self._arena_of(guild).duel(duel)
        if found.status is Status.LIVE and found.match is not None:
            self._watch_turn(guild, duel, found.match.turn, found.deadline, found.pace.reminder)

    def _watch_turn(self, guild: int, duel: int, turn: int, deadline: float, reminder: int) -> None:
        self._silence(duel)
        self._set_alarm(duel, deadline - reminder, self._remind, guild, duel, turn)
        self._set_alarm(duel, deadline, self._run_out, guild, duel, turn)

    def _wait_for_call(self, guild: int, duel: int, deadline: float) -> None:
        """Lets time count from the shown deadline on if nobody could be told before it."""
        self._silence(duel)
        self._set_alarm(duel, deadline, self._start_clock, guild, duel)
        if (again := self._clock.now() + CALL_AGAIN) < deadline:
            self._set_alarm(duel, again, self._call_again, guild, duel)

    async def _call_again(self, guild: int, duel: int) -> None:
        found = await self._arena_of(guild).duel(duel)
        if found.status is Status.LIVE and not found.clock_runs:
            self._wait_for_call(guild, duel, found.deadline)
            self._announcer.recall(found)

    def _set_alarm(self, duel: int, due: float, action: Action, *arguments: Any) -> None:
        self._alarms[duel] = (*self._alarms.get(duel, ()), self._clock.at(due, action, *arguments))

    def _silence(self, duel: int) -> None:
        for alarm in self._alarms.pop(duel, ()):
            self._clock.silence(alarm)

    async def _remind(self, guild: int, duel: int, turn: int) -> None:
        late = await self._arena_of(guild).remind(duel, turn)
        if late is not None:
            self._announcer.late(late)

    async def _run_out(self, guild: int, duel: int, turn: int) -> None:
        await self._arena_of(guild).run_out(duel, turn)

    async def _expire(self, guild: int, duel: int) -> None:
        await self._arena_of(guild).expire(duel)

    async def _forgo(self, guild: int, duel: int) -> None:
        await self._arena_of(guild).forgo(duel)

    async def _start_clock(self, guild: int, duel: int) -> None:
        await self._arena_of(guild).start_clock(duel)
