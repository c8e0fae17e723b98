"""Tells players that they are waited for: by a direct message, or by a message in the duel's place.

At most one such message of a duel stands at any time. It is deleted when those whom it calls have picked.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

import discord

from bot.arena.arena import Arena
from bot.duels.duel import OPEN, Duel
from bot.duels.settings import Mentions, SettingsStore
from bot.process.clock import Time
from bot.ui.duels import calls as texts
from bot.ui.mentions import mention
from bot.ui.painting.direct import (
    REFUSED,
    DirectMessages,
    Outcome,
    is_final,
    outdated,
    removed,
    turn_of,
)
from bot.ui.painting.painter import Message, Painters
from bot.ui.painting.rates import CallRate
from bot.ui.wire.requests import Requests
from bot.ui.wire.sheet import SILENT, PlainMessage
from games.screen import Names

log = logging.getLogger(__name__)

NamesOf: TypeAlias = Callable[[Duel], Awaitable[Names]]
BellOf: TypeAlias = Callable[[int], Awaitable[bool]]
"""A function that tells whether a person wants to be pinged at new turns."""
ACTIVE = 90.0
"""Seconds; a person who pressed something this recently is here and needs no message."""
SHORTEST_NOTICE = 5.0
"""Seconds before a deadline; a reminder that would come later is not sent."""


@dataclass(frozen=True, slots=True)
class Call:
    """Says what is known of the message that stands in a duel's place and calls its players."""

    turn: int
    people: tuple[int, ...]
    is_first: bool
    """It tells the challenger of the acceptance, and stands until they have picked once."""

    def is_needed(self, duel: Duel) -> bool:
        """Tells whether somebody whom it calls has not picked yet."""
        if not turn_of(duel):
            return False
        if self.is_first and not has_picked(duel, duel.challenger):
            return True
        return self.turn == turn_of(duel) and any(person in duel.late for person in self.people)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A message that was sent to Discord. It may stand although its number is not known."""

    turn: int
    nonce: str
    line: PlainMessage


class CallMessages:
    """Posts and deletes the message that calls the players of a duel."""

    def __init__(self, requests: Requests, arena_of: Callable[[int], Arena]) -> None:
        self._requests = requests
        self._arena_of = arena_of
        self._unsure: dict[int, Attempt] = {}
        """By duel: the attempts of which Discord's answer, or the save of it, is missing."""

    async def post(self, duel: Duel, line: PlainMessage, pinged: Collection[int], *, silent: bool) -> Duel:
        """Replaces the message that stands. If Discord refuses this one, the players count as called: nothing
        more can be done."""
        duel = await self.clear(duel)
        flags, turn = SILENT if silent else 0, turn_of(duel)
        nonce, message = f"{duel.key}-{turn}", None
        await self._begin(duel, Attempt(turn, nonce, line))
        try:
            message = await self._requests.post(duel.channel, line, flags, pinged, nonce)
            log.debug("duel %s: call is posted", duel.key)
        except REFUSED as error:
            _give_up(duel, error)
        duel = await self._arena_of(duel.guild).called(duel.id, turn, message)
        self._unsure.pop(duel.id, None)
        return duel

    async def remind(
        self, duel: Duel, line: PlainMessage, pinged: Collection[int], left: float, *, silent: bool
    ) -> None:
        """Replaces the message that stands by a reminder, unless Discord keeps it waiting for so many seconds
        that it would come too late."""
        duel = await self.clear(duel)
        flags, nonce = SILENT if silent else 0, f"{duel.key}-{turn_of(duel)}-late"
        await self._begin(duel, Attempt(turn_of(duel), nonce, line))
        try:
            async with asyncio.timeout(left):
                message = await self._requests.post(duel.channel, line, flags, pinged, nonce)
        except TimeoutError:
            log.info("duel %s: too late for a reminder", duel.key)
        except REFUSED as error:
            _give_up(duel, error)
            self._unsure.pop(duel.id, None)
        else:
            log.debug("duel %s: call is posted, as a reminder", duel.key)
            await self._arena_of(duel.guild).keep_call(duel.id, message)
            self._unsure.pop(duel.id, None)

    async def clear(self, duel: Duel) -> Duel:
        """Deletes the message that stands, if any."""
        if duel.notes.call is None:
            return duel
        await removed(self._requests, duel.channel, duel.notes.call)
        return await self._arena_of(duel.guild).keep_call(duel.id, None)

    def is_unsure(self, duel: Duel) -> bool:
        """Tells whether a message of an earlier turn may stand that is not known."""
        attempt = self._unsure.get(duel.id)
        return attempt is not None and attempt.turn != turn_of(duel)

    async def drop_unsure(self, duel: Duel) -> None:
        """Deletes a message that may stand. To learn its number it is posted again: the nonce makes Discord
        answer with the one that stands, and if there is none, nobody hears of the new one."""
        attempt = self._unsure.get(duel.id)
        if attempt is None:
            return
        try:
            message = await self._requests.post(duel.channel, attempt.line, SILENT, (), attempt.nonce)
            await removed(self._requests, duel.channel, message)
        except REFUSED as error:
            _give_up(duel, error)
        self._unsure.pop(duel.id, None)

    async def _begin(self, duel: Duel, attempt: Attempt) -> None:
        """Notes an attempt, before it is made. One with the same nonce is the same message; another one is
        deleted first."""
        before = self._unsure.get(duel.id)
        if before is not None and before.nonce != attempt.nonce:
            await self.drop_unsure(duel)
        self._unsure[duel.id] = attempt


class Calls:
    """Calls the players of all duels. One painter for each duel posts and deletes its messages, one after the
    other."""

    def __init__(
        self,
        messages: CallMessages,
        direct: DirectMessages,
        settings: SettingsStore,
        arena_of: Callable[[int], Arena],
        names_of: NamesOf,
        rate: CallRate,
        *,
        bell_of: BellOf,
        now: Time,
    ) -> None:
        self._messages = messages
        self._direct = direct
        self._settings = settings
        self._arena_of = arena_of
        self._names_of = names_of
        self._rate = rate
        self._bell_of = bell_of
        self._now = now
        self._pressed: dict[int, float] = {}
        """When each person pressed something last."""
        self._tidied = now()
        self._begun: dict[int, int] = {}
        """The turn of each duel to which its absent players have to be called."""
        self._late: dict[int, int] = {}
        """The turn of each duel of which its late players have to be reminded."""
        self._standing: dict[int, Call] = {}
        self._painters = Painters()

    def pressed(self, person: int) -> None:
        """Notes that this person is here now, and forgets now and then those who were here long ago."""
        now = self._now()
        self._pressed[person] = now
        if now >= self._tidied + ACTIVE:
            self._pressed = {each: at for each, at in self._pressed.items() if at > now - ACTIVE}
            self._tidied = now

    def begun(self, duel: Duel) -> None:
        """Notes a new turn, if somebody may miss it; `update` then has it told."""
        if duel.rival is not None:
            log.debug("duel %x: call is not needed against the computer", duel.id)
        elif duel.clock_runs and all(map(self._is_here, duel.players or ())):
            log.debug("duel %x: call is not needed, as both players are here", duel.id)
        else:
            self._begun[duel.id] = turn_of(duel)

    def late(self, duel: Duel) -> None:
        """Has those reminded whose picks are missing."""
        self._late[duel.id] = turn_of(duel)
        self._start(duel)
        self._rate.hurry(duel.id)

    def recall(self, duel: Duel) -> None:
        """Has players called after a start who may not have been, and old messages deleted."""
        if turn_of(duel) <= duel.notes.called or (duel.clock_runs and not duel.pace.is_slow):
            log.debug(
                "duel %x: call is not made after the start: this turn was called, or is a quick one", duel.id
            )
        else:
            self.begun(duel)
        self.update(duel)

    def update(self, duel: Duel) -> None:
        """Has messages posted and deleted, if this duel needs that now."""
        has_to_send = self._has_to_send(duel)
        if has_to_send or duel.id in self._begun:
            self._start(duel)
            if not has_to_send:
                self._rate.release(duel.id)
        else:
            log.debug("duel %x: call is unchanged", duel.id)
            if duel.status not in OPEN:
                self._forget(duel.id)

    def _has_to_send(self, duel: Duel) -> bool:
        """Tells whether a message has to be posted or deleted, as far as that is known before the attempt."""
        if self._begun.get(duel.id) == turn_of(duel) and not _knows(duel):
            return True
        return duel.id in self._late or self._has_to_tidy(duel)

    def _has_to_tidy(self, duel: Duel) -> bool:
        """Tells whether a message stands that nobody needs any more."""
        return self._has_to_clear(duel) or self._messages.is_unsure(duel) or bool(outdated(duel))

    def _has_to_clear(self, duel: Duel) -> bool:
        standing = self._standing.get(duel.id) or _after_restart(duel)
        return duel.notes.call is not None and not standing.is_needed(duel)

    async def _tidy(self, duel: Duel) -> Duel:
        """Deletes messages that nobody needs any more."""
        await self._direct.tidy(duel)
        if self._messages.is_unsure(duel):
            await self._messages.drop_unsure(duel)
        return await self._messages.clear(duel) if self._has_to_clear(duel) else duel

    @property
    def busy(self) -> bool:
        return self._painters.busy

    async def done(self, duel: int) -> None:
        """Waits until the messages of a duel that is over are up to date, and forgets it."""
        await self._painters.finish(_key(duel))
        self._forget(duel)

    async def finish(self) -> None:
        await self._painters.finish()

    def stop(self) -> None:
        self._painters.stop()

    def _start(self, duel: Duel) -> None:
        self._painters.repaint(_key(duel.id), partial(self._paint, duel.guild))

    async def _paint(self, guild: int, call: Message) -> None:
        """Brings the messages of a duel up to date when it is its turn. By then there may be nothing to say
        any more."""
        number, has_turn = call.duel, False
        duel = await self._arena_of(guild).duel(number)
        if self._has_to_send(duel):
            has_turn = await self._rate.turn(number, urgent=number in self._late)
            duel = await self._arena_of(guild).duel(number)
        if not await self._paint_now(duel):
            log.debug("%s has nothing to say now", call)
            if has_turn:
                self._rate.give_back()

    async def _paint_now(self, duel: Duel) -> bool:
        """Brings the messages of a duel up to date; tells whether anything was sent. The duel may have
        changed while one was posted, so in the end it is considered again."""
        number = duel.id
        turn, is_sent = turn_of(duel), self._has_to_tidy(duel)
        duel = await self._tidy(duel)
        if turn and self._begun.get(number) == turn and (turn > duel.notes.called or not duel.clock_runs):
            away = [person for person in duel.late if not self._is_here(person)]
            self._keep(number, standing := await self._call(duel, away))
            is_sent = is_sent or bool(away) or standing is not None
        elif turn and self._late.get(number) == turn:
            self._keep(number, await self._remind(duel))
            self._late.pop(number, None)
            is_sent = True
        self._settle(number, turn)
        if turn:
            duel = await self._arena_of(duel.guild).duel(number)
            if duel.notes.call is None:
                self._standing.pop(number, None)
            self.update(duel)
        return is_sent

    def _settle(self, duel: int, turn: int) -> None:
        """Drops what was noted of this turn or an earlier one; of a duel that is over, everything. Players
        who became late while others were called are still reminded."""
        if not turn:
            self._forget(duel)
        if self._begun.get(duel, turn + 1) <= turn:
            del self._begun[duel]
        if self._late.get(duel, turn) < turn:
            del self._late[duel]

    def _keep(self, duel: int, standing: Call | None) -> None:
        if standing is not None:
            self._standing[duel] = standing

    def _forget(self, duel: int) -> None:
        for each in (self._begun, self._late, self._standing):
            each.pop(duel, None)

    def _is_here(self, person: int) -> bool:
        return self._now() - self._pressed.get(person, 0.0) < ACTIVE

    async def _call(self, duel: Duel, away: Sequence[int]) -> Call | None:
        """Tells the absent of a new turn, and the challenger of the acceptance, wherever they are. From then
        on the clock of the first turn runs."""
        is_first = not duel.clock_runs
        answers = await self._write(duel, away)
        called = _first_called(duel, answers) if is_first else _unreached(duel, answers)
        quiet = bool(called) and await self._is_quiet(duel)
        if not is_first:
            called = [each for each in called if await self._is_wished(each, answers[each], quiet=quiet)]
        if called:
            return await self._post(duel, called, answers, quiet=quiet, is_first=is_first)
        log.debug("duel %s: call is not posted, as nobody needs it or wants it", duel.key)
        await self._messages.drop_unsure(duel)
        if is_first or duel.pace.is_slow:
            await self._arena_of(duel.guild).called(duel.id, turn_of(duel), duel.notes.call)
        return None

    async def _remind(self, duel: Duel) -> Call | None:
        """Reminds those whose picks are missing, unless the deadline is too near or has passed."""
        people, left = duel.late, duel.deadline - self._now()
        if not people or left < SHORTEST_NOTICE:
            log.info("duel %s: too late for a reminder", duel.key)
            return None
        quiet = await self._is_quiet(duel)
        shown = await self._shown(duel, people, quiet=quiet)
        pinged = () if quiet else people
        await self._messages.remind(duel, texts.reminder(duel, shown), pinged, left, silent=quiet)
        return Call(turn_of(duel), tuple(people), is_first=False)

    async def _is_wished(self, person: int, outcome: Outcome, *, quiet: bool) -> bool:
        """Tells whether a person wants to be called in the duel's place. Somebody who wants no direct
        messages has to want pings; that may have been switched in another server."""
        return outcome is not Outcome.UNWANTED or (not quiet and await self._bell_of(person))

    async def _write(self, duel: Duel, away: Sequence[int]) -> dict[int, Outcome]:
        """Tells the absent by direct messages; returns what became of each."""
        return {person: await self._direct.write(duel, person) for person in away}

    async def _post(
        self,
        duel: Duel,
        called: Sequence[int],
        answers: Mapping[int, Outcome],
        *,
        quiet: bool,
        is_first: bool,
    ) -> Call:
        closed = any(answers.get(person) is Outcome.CLOSED for person in called)
        line = await self._line(duel, called, quiet=quiet, is_first=is_first, closed=closed)
        silent = quiet or not (is_first or duel.pace.is_slow)
        await self._messages.post(duel, line, () if quiet else called, silent=silent)
        return Call(turn_of(duel), tuple(called), is_first)

    async def _line(
        self, duel: Duel, called: Sequence[int], *, quiet: bool, is_first: bool, closed: bool
    ) -> PlainMessage:
        shown = await self._shown(duel, called, quiet=quiet)
        if not is_first:
            return texts.turn(duel, shown, closed=closed)
        others = [person for person in duel.players or () if person != duel.challenger]
        (opponent,) = await self._shown(duel, others, quiet=True)
        return texts.accepted(duel, shown[0], opponent, closed=closed)

    async def _shown(self, duel: Duel, people: Sequence[int], *, quiet: bool) -> list[str]:
        """Returns mentions of those who are pinged. Others are named, because only a ping brings the name
        along."""
        if not quiet:
            return [mention(person) for person in people]
        names = dict(zip(duel.players or (), await self._names_of(duel), strict=True))
        return [names[person] for person in people]

    async def _is_quiet(self, duel: Duel) -> bool:
        return (await self._settings.settings(duel.guild)).mentions is Mentions.NOBODY


def _knows(duel: Duel) -> bool:
    """Tells whether the challenger has picked although nobody has told them yet that the duel has begun."""
    return not duel.clock_runs and has_picked(duel, duel.challenger)


def _first_called(duel: Duel, answers: Mapping[int, Outcome]) -> list[int]:
    """Returns the challenger, unless they know already that the duel has begun."""
    challenger = duel.challenger
    knows = answers.get(challenger) is Outcome.SENT or has_picked(duel, challenger)
    return [] if knows else [challenger]


def _unreached(duel: Duel, answers: Mapping[int, Outcome]) -> list[int]:
    """Returns those whom no direct message reached. People who want none are called in slow duels only."""
    passed_over = {Outcome.SENT} if duel.pace.is_slow else {Outcome.SENT, Outcome.UNWANTED}
    return [person for person, outcome in answers.items() if outcome not in passed_over]


def _after_restart(duel: Duel) -> Call:
    """Says of the message that stands after a start what is still known. One of a later turn may call both
    players."""
    is_first = duel.notes.called == 1 and not duel.notes.reminded
    people = (duel.challenger,) if is_first else duel.players or ()
    return Call(max(duel.notes.called, duel.notes.reminded), tuple(people), is_first)


def has_picked(duel: Duel, person: int) -> bool:
    seat = duel.seat_of(person)
    if duel.match is None or seat is None:
        return False
    return any(picks[seat] is not None for picks in (*duel.match.turns, duel.match.sealed))


def _give_up(duel: Duel, error: discord.HTTPException | discord.RateLimited) -> None:
    """Warns that players can't be called. An error that may pass is raised again."""
    if not is_final(error):
        raise error
    log.warning("duel %s: its players can't be called (%s)", duel.key, getattr(error, "code", error))


def _key(duel: int) -> Message:
    return Message(duel, "call")
