"""The message that calls the players of a duel: at most one stands at any time."""

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass

import discord

from bot.arena.arena import Arena
from bot.duels.duel import Duel, Status
from bot.ui.wire.requests import Requests
from bot.ui.wire.sheet import SILENT, Line

log = logging.getLogger(__name__)

TOO_MANY = 429
SERVER_ERRORS = 500
"""The first of the answers by which Discord says that the fault is its own."""
REFUSED = (discord.HTTPException, discord.RateLimited)


@dataclass(frozen=True, slots=True)
class Attempt:
    """A message that was sent to Discord. It may stand although its number is not known."""

    turn: int
    nonce: str
    line: Line


class Calls:
    def __init__(self, requests: Requests, arena_of: Callable[[int], Arena]) -> None:
        self._requests = requests
        self._arena_of = arena_of
        self._unsure: dict[int, Attempt] = {}
        """By duel: the attempts of which Discord's answer, or the save of it, is missing."""

    async def post(self, duel: Duel, line: Line, pinged: Collection[int], *, silent: bool) -> Duel:
        """Replaces the message that stands. If Discord refuses this one, the players count as called: nothing
        more can be done."""
        duel = await self.clear(duel)
        flags, turn = SILENT if silent else 0, turn_of(duel)
        nonce, message = f"{duel.key}-{turn}", None
        await self._begin(duel, Attempt(turn, nonce, line))
        try:
            message = await self._requests.post(duel.channel, line, flags, pinged, nonce)
        except REFUSED as error:
            _give_up(duel, error)
        duel = await self._arena_of(duel.guild).called(duel.id, turn, message)
        self._unsure.pop(duel.id, None)
        return duel

    async def remind(
        self, duel: Duel, line: Line, pinged: Collection[int], left: float, *, silent: bool
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
            await self._arena_of(duel.guild).keep_call(duel.id, message)
            self._unsure.pop(duel.id, None)

    async def clear(self, duel: Duel) -> Duel:
        """Deletes the message that stands, if any."""
        if duel.notes.call is None:
            return duel
        await removed(self._requests, duel.channel, duel.notes.call)
        return await self._arena_of(duel.guild).keep_call(duel.id, None)

    def is_unsure(self, duel: Duel) -> bool:
        """Whether a message of an earlier turn may stand that is not known."""
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
        """An attempt with the same nonce is the same message; another one is deleted first."""
        before = self._unsure.get(duel.id)
        if before is not None and before.nonce != attempt.nonce:
            await self.drop_unsure(duel)
        self._unsure[duel.id] = attempt


async def removed(requests: Requests, channel: int, message: int) -> None:
    """Deletes a message. One that is gone, or out of reach for good or for minutes, needs no further try."""
    try:
        await requests.delete(channel, message)
    except REFUSED as error:
        if not is_final(error):
            raise


def turn_of(duel: Duel) -> int:
    """The turn that is being played; 0 if none is."""
    return 0 if duel.match is None or duel.status is not Status.LIVE else duel.match.turn


def _give_up(duel: Duel, error: discord.HTTPException | discord.RateLimited) -> None:
    """An error that may pass is raised again."""
    if not is_final(error):
        raise error
    log.warning("duel %s: its players can't be called (%s)", duel.key, getattr(error, "code", error))


def is_final(error: discord.HTTPException | discord.RateLimited) -> bool:
    """Whether the same request would fail again, also if only for minutes."""
    if isinstance(error, discord.RateLimited):
        return True
    return error.status != TOO_MANY and error.status < SERVER_ERRORS
