"""Direct messages to players who asked for them: one per duel, deleted when its turn is over."""

import logging
from collections.abc import Awaitable, Callable
from enum import Enum, auto

import discord

from bot.arena.arena import Arena
from bot.duels.duel import Duel, Status
from bot.storage.storage import Storage
from bot.ui.duels.calls import your_turn
from bot.ui.wire.requests import Requests
from bot.ui.wire.sender import PURPOSE, Code
from games.engine import SEATS, Seat, other
from games.screen import Names

log = logging.getLogger(__name__)

TOO_MANY = 429
SERVER_ERRORS = 500
"""The first of the answers by which Discord says that the fault is its own."""
REFUSED = (discord.HTTPException, discord.RateLimited)
CLOSED = {Code.CLOSED_DMS, Code.NO_SHARED_SERVER}


class Outcome(Enum):
    """What became of a direct message."""

    SENT = auto()
    UNWANTED = auto()
    FAILED = auto()
    CLOSED = auto()
    """The person takes no messages from the bot, so no further ones are tried."""


class DirectMessages:
    """Sends and deletes direct messages. At most one stands for each player of a duel."""

    def __init__(
        self,
        client: discord.Client,
        requests: Requests,
        storage: Storage,
        arena_of: Callable[[int], Arena],
        names_of: Callable[[Duel], Awaitable[Names]],
    ) -> None:
        self._client = client
        self._requests = requests
        self._storage = storage
        self._arena_of = arena_of
        self._names_of = names_of
        self._turns: dict[tuple[int, Seat], int] = {}
        """The turn that each message tells of."""

    async def write(self, duel: Duel, person: int) -> Outcome:
        """Tells a player of a new turn, if they want that. The message of an earlier turn is deleted first.
        Closed direct messages switch the wish off."""
        seat = duel.seat_of(person)
        if seat is None or not await self._storage.notifies(person):
            log.debug("duel %s: direct message to seat %s is not wanted", duel.key, seat)
            return Outcome.UNWANTED
        if self._turns.get((duel.id, seat)) == turn_of(duel):
            log.debug("duel %s: direct message to seat %d stands already", duel.key, seat)
            return Outcome.SENT
        try:
            place = await self._open(person)
            await self._remove(duel, seat, place)
            nonce = f"{duel.key}-{turn_of(duel)}"
            opponent = (await self._names_of(duel))[other(seat)]
            message = await self._requests.post(place, your_turn(duel, opponent), nonce=nonce)
        except REFUSED as error:
            return await self._explain(duel, person, error)
        log.debug("duel %s: direct message to seat %d is sent", duel.key, seat)
        self._turns[duel.id, seat] = turn_of(duel)
        await self._arena_of(duel.guild).keep_dm(duel.id, seat, message)
        return Outcome.SENT

    async def tidy(self, duel: Duel) -> None:
        """Deletes the messages to those who have nothing to pick now."""
        for seat in outdated(duel):
            await self._drop(duel, seat)

    async def _drop(self, duel: Duel, seat: Seat) -> None:
        try:
            place = await self._open(_person(duel, seat))
        except REFUSED as error:
            if not is_final(error):
                raise
            log.info("duel %s: a direct message stays (%s)", duel.key, getattr(error, "code", error))
            self._turns.pop((duel.id, seat), None)
            await self._arena_of(duel.guild).keep_dm(duel.id, seat, None)
        else:
            await self._remove(duel, seat, place)

    async def _open(self, person: int) -> int:
        """Returns the channel of direct messages to this person."""
        await self._requests.until_unbanned()
        return (await self._client.create_dm(discord.Object(person))).id

    async def _remove(self, duel: Duel, seat: Seat, place: int) -> None:
        message = duel.notes.dms[seat]
        self._turns.pop((duel.id, seat), None)
        if message is not None:
            await removed(self._requests, place, message)
            await self._arena_of(duel.guild).keep_dm(duel.id, seat, None)

    async def _explain(
        self, duel: Duel, person: int, error: discord.HTTPException | discord.RateLimited
    ) -> Outcome:
        """Says why a direct message failed."""
        code = getattr(error, "code", error)
        if code not in CLOSED:
            log.warning("duel %s: a direct message failed (%s)", duel.key, code)
            return Outcome.FAILED
        log.debug(
            "duel %s: direct messages to this player are closed (%s), so no more are sent", duel.key, code
        )
        await self._storage.set_notify(person, on=False)
        return Outcome.CLOSED


def outdated(duel: Duel) -> list[Seat]:
    """Returns the seats to which a message stands although they have nothing to pick now."""
    return [
        seat for seat in SEATS if duel.notes.dms[seat] is not None and _person(duel, seat) not in duel.late
    ]


def _person(duel: Duel, seat: Seat) -> int:
    return duel.challenger if duel.players is None else duel.players[seat]


async def removed(requests: Requests, channel: int, message: int) -> None:
    """Deletes a message. One that is gone, or out of reach for good or for minutes, needs no further try."""
    try:
        await requests.delete(channel, message)
        log.debug("%s has its message %d deleted", PURPOSE.get(), message)
    except REFUSED as error:
        if not is_final(error):
            raise
        log.debug("%s leaves its message %d (%s)", PURPOSE.get(), message, getattr(error, "code", error))


def turn_of(duel: Duel) -> int:
    """Returns the turn that is being played; 0 if none is."""
    return 0 if duel.match is None or duel.status is not Status.LIVE else duel.match.turn


def is_final(error: discord.HTTPException | discord.RateLimited) -> bool:
    """Tells whether the same request would fail again, also if only for minutes."""
    if isinstance(error, discord.RateLimited):
        return True
    return error.status != TOO_MANY and error.status < SERVER_ERRORS
