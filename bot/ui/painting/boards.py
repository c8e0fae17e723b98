"""The public boards: where each is, and what happens when Discord has lost it."""

import logging
from collections.abc import Awaitable, Callable

import discord

from bot.duels.arena import Arena
from bot.duels.duel import Duel, Status
from bot.ui import codes
from bot.ui.painting.fingerprint import Fingerprint, of_board, turn_in
from bot.ui.texts.messages import public
from bot.ui.wire.requests import Requests
from games.screen import Names

log = logging.getLogger(__name__)

LOST = {codes.UNKNOWN_MESSAGE, codes.TOO_MANY_EDITS, codes.ARCHIVED}
"""The board can't be edited any more, so a new one is posted."""


class Boards:
    def __init__(
        self, requests: Requests, arena_of: Callable[[int], Arena], called: Callable[[Duel], Awaitable[Names]]
    ) -> None:
        self._requests = requests
        self._called = called
        self._arena_of = arena_of
        self._painted: dict[int, Fingerprint] = {}

    def shown(self, duel: Duel) -> None:
        """The answer to a press has painted the board."""
        self._painted[duel.id] = of_board(duel)

    def forget(self, duel: int) -> None:
        self._painted.pop(duel, None)

    def is_current(self, duel: Duel) -> bool:
        """Whether there is nothing to paint."""
        return duel.board is None or self._painted.get(duel.id) == of_board(duel)

    def shows_turn(self, duel: Duel) -> bool:
        """Whether only picks or votes of the turn that is shown are new."""
        painted = self._painted.get(duel.id)
        return painted is not None and turn_in(painted) == turn_in(of_board(duel))

    async def paint(self, duel: Duel) -> Duel:
        """Edits the board; returns the duel with the place where its board is now."""
        fingerprint, before = of_board(duel), self._painted.get(duel.id)
        if duel.board is None or before == fingerprint:
            return duel
        try:
            await self._requests.edit(duel.channel, duel.board, public(duel))
        except discord.HTTPException as error:
            duel = await self._mend(duel, error)
        if self._painted.get(duel.id) is before:  # otherwise it has moved, and this was its old place
            self._painted[duel.id] = fingerprint
        return duel

    async def post(self, duel: Duel, channel: int) -> None:
        """Posts a new board in this channel: one, however often it is tried."""
        sheet = public(duel, await self._called(duel))
        message = await self._requests.post(channel, sheet, nonce=f"{duel.id ^ channel:x}")
        self.shown(duel)
        await self._arena_of(duel.guild).place(duel.id, channel, message)

    async def post_missing(self, duel: Duel) -> None:
        """Posts the board of a duel that never got one."""
        await self._post_again(duel)
        self.shown(duel)

    async def _mend(self, duel: Duel, error: discord.HTTPException) -> Duel:
        if error.code == codes.UNKNOWN_CHANNEL:
            await self._arena_of(duel.guild).void(duel.id)
        elif error.code in LOST:
            return await self._post_again(duel)
        elif isinstance(error, discord.Forbidden):
            log.warning(
                "duel %s: no access to its board (%s); play goes on in the panels", duel.key, error.code
            )
        else:
            raise error
        return duel

    async def _post_again(self, duel: Duel) -> Duel:
        if duel.status in (Status.DECLINED, Status.WITHDRAWN, Status.EXPIRED):
            return duel
        try:
            message = await self._post_once(duel)
        except discord.NotFound:
            await self._arena_of(duel.guild).void(duel.id)
        except discord.Forbidden as error:
            log.warning("duel %s: its board can't be posted (%s)", duel.key, error.code)
        else:
            return await self._arena_of(duel.guild).place(duel.id, duel.channel, message)
        return duel

    async def _post_once(self, duel: Duel) -> int:
        """Posts one board, however often it is tried. What an earlier try has posted comes back as it was
        then, so it is painted again; if somebody has deleted that one, there was no earlier try."""
        sheet = public(duel, await self._called(duel))
        message = await self._requests.post(duel.channel, sheet, nonce=_nonce(duel))
        try:
            await self._requests.edit(duel.channel, message, public(duel))
        except discord.NotFound as error:
            if error.code != codes.UNKNOWN_MESSAGE:
                raise
            return await self._requests.post(duel.channel, sheet)
        return message


def _nonce(duel: Duel) -> str:
    """The same for every try to replace one lost board; Discord takes 25 characters."""
    return f"{duel.id ^ (duel.board or 0):x}"
