"""The public boards: where each is, and what becomes of it when Discord has lost it."""

import logging
from collections.abc import Callable

import discord

from bot.duels.arena import Arena
from bot.duels.duel import Duel, Status
from bot.ui.painting.fingerprint import Sight, of_board, turn_in
from bot.ui.texts.messages import public
from bot.ui.wire.requests import edit_public

log = logging.getLogger(__name__)

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
TOO_OLD = 30046
"""A message older than an hour takes only few edits."""
ARCHIVED = 50083
SILENT = discord.AllowedMentions.none()


class Boards:
    def __init__(self, client: discord.Client, arena_of: Callable[[int], Arena]) -> None:
        self._client = client
        self._arena_of = arena_of
        self._painted: dict[int, Sight] = {}

    def shown(self, duel: Duel) -> None:
        """The board was painted by an interaction's own response."""
        self._painted[duel.id] = of_board(duel)

    def forget(self, duel: int) -> None:
        self._painted.pop(duel, None)

    def is_current(self, duel: Duel) -> bool:
        """There is nothing to paint."""
        return duel.board is None or self._painted.get(duel.id) == of_board(duel)

    def shows_turn(self, duel: Duel) -> bool:
        """What is new is only who has picked, or voted."""
        painted = self._painted.get(duel.id)
        return painted is not None and turn_in(painted) == turn_in(of_board(duel))

    async def paint(self, duel: Duel) -> Duel:
        """The duel with the place where its board is now."""
        sight, before = of_board(duel), self._painted.get(duel.id)
        if duel.board is None or before == sight:
            return duel
        try:
            await edit_public(self._client, duel.channel, duel.board, public(duel))
        except discord.HTTPException as error:
            duel = await self._mend(duel, error)
        if self._painted.get(duel.id) is before:  # else it has moved meanwhile, and this was its old place
            self._painted[duel.id] = sight
        return duel

    async def post(self, duel: Duel, channel: int) -> None:
        """A new board, in this place."""
        place = self._client.get_partial_messageable(channel, guild_id=duel.guild)
        message = await place.send(view=public(duel), allowed_mentions=SILENT)
        self.shown(duel)
        await self._arena_of(duel.guild).place(duel.id, channel, message.id)

    async def post_missing(self, duel: Duel) -> None:
        """The board of a duel that never got one."""
        await self._post_again(duel)
        self.shown(duel)

    async def _mend(self, duel: Duel, error: discord.HTTPException) -> Duel:
        if error.code == UNKNOWN_CHANNEL:
            await self._arena_of(duel.guild).void(duel.id)
        elif error.code in {UNKNOWN_MESSAGE, TOO_OLD, ARCHIVED}:
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
            return await self._arena_of(duel.guild).place(duel.id, duel.channel, message.id)
        return duel

    async def _post_once(self, duel: Duel) -> discord.Message:
        """However often it is tried. What an earlier attempt has posted comes back as it was then, so it is
        painted again; if that one has been deleted as well, there is no earlier attempt."""
        place = self._place(duel)
        message = await place.send(view=public(duel), allowed_mentions=SILENT, nonce=_nonce(duel))
        try:
            return await message.edit(view=public(duel), allowed_mentions=SILENT)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
        return await place.send(view=public(duel), allowed_mentions=SILENT)

    def _place(self, duel: Duel) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(duel.channel, guild_id=duel.guild)


def _nonce(duel: Duel) -> str:
    """The same for every attempt to post what takes the place of one lost board; Discord takes 25 letters."""
    return f"{duel.id ^ (duel.board or 0):x}"
