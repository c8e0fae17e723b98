"""Who has to be told of what in each duel: notes it, and has messages posted and deleted."""

from collections.abc import Callable
from functools import partial

from bot.arena.arena import Arena
from bot.duels.duel import OPEN, Duel
from bot.process.clock import Time
from bot.ui.painting.calling import Calling, Standing, has_picked, is_outdated
from bot.ui.painting.calls import turn_of
from bot.ui.painting.painter import Message, Painters
from bot.ui.painting.rates import CallRate

ACTIVE = 90.0
"""Seconds; a person who pressed something this recently is here and needs no message."""


class Notifications:
    """One painter for each duel posts and deletes its messages, one after the other."""

    def __init__(self, calling: Calling, arena_of: Callable[[int], Arena], now: Time, rate: CallRate) -> None:
        self._calling = calling
        self._rate = rate
        self._arena_of = arena_of
        self._now = now
        self._pressed: dict[int, float] = {}
        """When each person pressed something last."""
        self._tidied = now()
        self._begun: dict[int, int] = {}
        """The turn of each duel to which its absent players have to be called."""
        self._late: dict[int, int] = {}
        """The turn of each duel of which its late players have to be reminded."""
        self._standing: dict[int, Standing] = {}
        self._painters = Painters()

    def pressed(self, person: int) -> None:
        """Notes that this person is here now, and forgets now and then those who were here long ago."""
        now = self._now()
        self._pressed[person] = now
        if now >= self._tidied + ACTIVE:
            self._pressed = {each: at for each, at in self._pressed.items() if at > now - ACTIVE}
            self._tidied = now

    def begun(self, duel: Duel) -> None:
        """Notes a new turn, if somebody may miss it; `look` then has it told."""
        here = all(map(self._is_here, duel.players or ()))
        if duel.rival is None and not (here and duel.clock_runs):
            self._begun[duel.id] = turn_of(duel)

    def late(self, duel: Duel) -> None:
        """Has those reminded whose picks are missing."""
        self._late[duel.id] = turn_of(duel)
        self._start(duel)
        self._rate.hurry(duel.id)

    def recall(self, duel: Duel) -> None:
        """After a start: has players called who may not have been, and old messages deleted."""
        if turn_of(duel) > duel.notes.called and (duel.pace.is_slow or not duel.clock_runs):
            self.begun(duel)
        self.look(duel)

    def look(self, duel: Duel) -> None:
        """Has messages posted and deleted, if this duel needs that now."""
        has_to_send = self._has_to_send(duel)
        if has_to_send or duel.id in self._begun:
            self._start(duel)
            if not has_to_send:
                self._rate.release(duel.id)
        elif duel.status not in OPEN:
            self._forget(duel.id)

    def _has_to_send(self, duel: Duel) -> bool:
        """Whether a message has to be posted or deleted, as far as that is known before the attempt."""
        if self._begun.get(duel.id) == turn_of(duel) and not _is_known(duel):
            return True
        return duel.id in self._late or self._has_to_tidy(duel)

    def _has_to_tidy(self, duel: Duel) -> bool:
        return is_outdated(duel, self._standing.get(duel.id)) or self._calling.is_unsure(duel)

    @property
    def busy(self) -> bool:
        return self._painters.busy

    async def done(self, duel: int) -> None:
        """Waits until the messages of a duel that is over are up to date, and forgets it."""
        await self._painters.finish(_call(duel))
        self._forget(duel)

    async def finish(self) -> None:
        await self._painters.finish()

    def stop(self) -> None:
        self._painters.stop()

    def _start(self, duel: Duel) -> None:
        self._painters.repaint(_call(duel.id), partial(self._update, duel.guild))

    async def _update(self, guild: int, call: Message) -> None:
        """Brings the messages of a duel up to date when it is its turn. By then there may be nothing to say
        any more. It may have changed while one was posted, so it is looked at again."""
        number, has_turn = call.duel, False
        duel = await self._arena_of(guild).duel(number)
        if self._has_to_send(duel):
            has_turn = await self._rate.turn(number, urgent=number in self._late)
            duel = await self._arena_of(guild).duel(number)
        if not await self._update_now(duel) and has_turn:
            self._rate.give_back()

    async def _update_now(self, duel: Duel) -> bool:
        """Whether anything was sent."""
        number = duel.id
        turn, is_sent = turn_of(duel), self._has_to_tidy(duel)
        duel = await self._calling.tidied(duel, self._standing.get(number))
        if turn and self._begun.get(number) == turn and (turn > duel.notes.called or not duel.clock_runs):
            away = [person for person in duel.late if not self._is_here(person)]
            self._keep(number, standing := await self._calling.call(duel, away))
            is_sent = is_sent or bool(away) or standing is not None
        elif turn and self._late.get(number) == turn:
            self._keep(number, await self._calling.remind(duel))
            self._late.pop(number, None)
            is_sent = True
        self._settle(number, turn)
        if turn:
            duel = await self._arena_of(duel.guild).duel(number)
            if duel.notes.call is None:
                self._standing.pop(number, None)
            self.look(duel)
        return is_sent

    def _settle(self, duel: int, turn: int) -> None:
        """Drops what was noted of this turn or an earlier one; of a duel that is over, everything. Who became
        late while others were called is still reminded."""
        if not turn:
            self._forget(duel)
        if self._begun.get(duel, turn + 1) <= turn:
            del self._begun[duel]
        if self._late.get(duel, turn) < turn:
            del self._late[duel]

    def _keep(self, duel: int, standing: Standing | None) -> None:
        if standing is not None:
            self._standing[duel] = standing

    def _forget(self, duel: int) -> None:
        for each in (self._begun, self._late, self._standing):
            each.pop(duel, None)

    def _is_here(self, person: int) -> bool:
        return self._now() - self._pressed.get(person, 0.0) < ACTIVE


def _call(duel: int) -> Message:
    return Message(duel, "call")


def _is_known(duel: Duel) -> bool:
    """Whether the challenger has picked although nobody has told them yet that the duel has begun."""
    return not duel.clock_runs and has_picked(duel, duel.challenger)
