"""Tells people of their duel, each in one way: by a direct message, or by a message in the duel's place."""

import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bot.arena.arena import Arena
from bot.duels.duel import Duel
from bot.duels.settings import Mentions, SettingsStore
from bot.process.clock import Time
from bot.ui.duels import calls as texts
from bot.ui.mentions import mention
from bot.ui.painting.calls import Calls, turn_of
from bot.ui.painting.direct import DirectMessages, Outcome
from bot.ui.wire.sheet import Line
from games.screen import Names

log = logging.getLogger(__name__)

NamesOf: TypeAlias = Callable[[Duel], Awaitable[Names]]
BellOf: TypeAlias = Callable[[int], Awaitable[bool]]
"""Whether a person wants to be pinged at new turns."""
SHORTEST_NOTICE = 5.0
"""Seconds before a deadline; a reminder that would come later is not sent."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of the message that stands in a duel's place."""

    turn: int
    people: tuple[int, ...]
    is_first: bool
    """It tells the challenger of the acceptance, and stands until they have picked once."""

    def is_needed(self, duel: Duel) -> bool:
        """Whether somebody whom it calls has not picked yet."""
        if not turn_of(duel):
            return False
        if self.is_first and not has_picked(duel, duel.challenger):
            return True
        return self.turn == turn_of(duel) and any(person in duel.late for person in self.people)


class Calling:
    def __init__(
        self,
        calls: Calls,
        direct: DirectMessages,
        settings: SettingsStore,
        arena_of: Callable[[int], Arena],
        names_of: NamesOf,
        *,
        bell_of: BellOf,
        now: Time,
    ) -> None:
        self._calls = calls
        self._direct = direct
        self._settings = settings
        self._arena_of = arena_of
        self._names_of = names_of
        self._bell_of = bell_of
        self._now = now

    async def tidied(self, duel: Duel, standing: Standing | None) -> Duel:
        """Deletes messages that nobody needs any more."""
        await self._direct.tidy(duel)
        if self._calls.is_unsure(duel):
            await self._calls.drop_unsure(duel)
        if duel.notes.call is None or (standing or _after_restart(duel)).is_needed(duel):
            return duel
        return await self._calls.clear(duel)

    def is_unsure(self, duel: Duel) -> bool:
        """Whether a message may stand that has to be found and deleted."""
        return self._calls.is_unsure(duel)

    async def call(self, duel: Duel, away: Sequence[int]) -> Standing | None:
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
        await self._calls.drop_unsure(duel)
        if is_first or duel.pace.is_slow:
            await self._arena_of(duel.guild).called(duel.id, turn_of(duel), duel.notes.call)
        return None

    async def remind(self, duel: Duel) -> Standing | None:
        """Nobody is told of a deadline that has passed."""
        people, left = duel.late, duel.deadline - self._now()
        if not people or left < SHORTEST_NOTICE:
            log.info("duel %s: too late for a reminder", duel.key)
            return None
        quiet = await self._is_quiet(duel)
        shown = await self._shown(duel, people, quiet=quiet)
        pinged = () if quiet else people
        await self._calls.remind(duel, texts.reminder(duel, shown), pinged, left, silent=quiet)
        return Standing(turn_of(duel), tuple(people), is_first=False)

    async def _is_wished(self, person: int, outcome: Outcome, *, quiet: bool) -> bool:
        """Who wants no direct messages is called with the bell on; it may have been switched in another
        server."""
        return outcome is not Outcome.UNWANTED or (not quiet and await self._bell_of(person))

    async def _write(self, duel: Duel, away: Sequence[int]) -> dict[int, Outcome]:
        """What became of the direct message to each."""
        return {person: await self._direct.write(duel, person) for person in away}

    async def _post(
        self,
        duel: Duel,
        called: Sequence[int],
        answers: Mapping[int, Outcome],
        *,
        quiet: bool,
        is_first: bool,
    ) -> Standing:
        closed = any(answers.get(person) is Outcome.CLOSED for person in called)
        line = await self._line(duel, called, quiet=quiet, is_first=is_first, closed=closed)
        silent = quiet or not (is_first or duel.pace.is_slow)
        await self._calls.post(duel, line, () if quiet else called, silent=silent)
        return Standing(turn_of(duel), tuple(called), is_first)

    async def _line(
        self, duel: Duel, called: Sequence[int], *, quiet: bool, is_first: bool, closed: bool
    ) -> Line:
        shown = await self._shown(duel, called, quiet=quiet)
        if not is_first:
            return texts.turn(duel, shown, closed=closed)
        others = [person for person in duel.players or () if person != duel.challenger]
        (opponent,) = await self._shown(duel, others, quiet=True)
        return texts.accepted(duel, shown[0], opponent, closed=closed)

    async def _shown(self, duel: Duel, people: Sequence[int], *, quiet: bool) -> list[str]:
        """Mentions of those who are pinged. Others are named, because only a ping brings the name along."""
        if not quiet:
            return [mention(person) for person in people]
        names = dict(zip(duel.players or (), await self._names_of(duel), strict=True))
        return [names[person] for person in people]

    async def _is_quiet(self, duel: Duel) -> bool:
        return (await self._settings.settings(duel.guild)).mentions is Mentions.NOBODY


def is_outdated(duel: Duel, standing: Standing | None) -> bool:
    """Whether a message of this duel has to be deleted."""
    if duel.notes.call is not None and not (standing or _after_restart(duel)).is_needed(duel):
        return True
    players = zip(duel.notes.dms, duel.players or (0, 0), strict=True)
    return any(message is not None and person not in duel.late for message, person in players)


def _first_called(duel: Duel, answers: Mapping[int, Outcome]) -> list[int]:
    """The challenger, unless they know already that the duel has begun."""
    challenger = duel.challenger
    knows = answers.get(challenger) is Outcome.SENT or has_picked(duel, challenger)
    return [] if knows else [challenger]


def _unreached(duel: Duel, answers: Mapping[int, Outcome]) -> list[int]:
    """Those whom no direct message reached. Who wants none is called to turns of slow duels only."""
    passed_over = {Outcome.SENT} if duel.pace.is_slow else {Outcome.SENT, Outcome.UNWANTED}
    return [person for person, outcome in answers.items() if outcome not in passed_over]


def _after_restart(duel: Duel) -> Standing:
    """It is no longer known whom the message of a later turn calls: it may be both players."""
    is_first = duel.notes.called == 1 and not duel.notes.reminded
    people = (duel.challenger,) if is_first else duel.players or ()
    return Standing(max(duel.notes.called, duel.notes.reminded), tuple(people), is_first)


def has_picked(duel: Duel, person: int) -> bool:
    seat = duel.seat_of(person)
    if duel.match is None or seat is None:
        return False
    return any(picks[seat] is not None for picks in (*duel.match.turns, duel.match.sealed))
