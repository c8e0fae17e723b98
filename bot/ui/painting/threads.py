"""A duel in a thread of its own, where the server wants that and the bot may."""

import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import aiohttp
import discord

from bot.duels.duel import Duel
from bot.ui.painting.boards import Boards
from bot.ui.texts.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.requests import Requests

log = logging.getLogger(__name__)

BROKEN = (aiohttp.ClientError, OSError)
"""The connection to Discord broke: the request may have arrived or not."""


class Threads:
    def __init__(self, client: discord.Client, requests: Requests, boards: Boards) -> None:
        self._client = client
        self._requests = requests
        self._boards = boards

    async def move(self, press: Press, duel: Duel) -> None:
        """Opens a thread on the board, posts a board there, and leaves a link behind. Without the permission,
        in a thread, and if that fails, the duel stays where it is."""
        may = press.app_permissions
        elsewhere = duel.channel != press.channel or press.in_thread
        if (
            elsewhere
            or duel.board is None
            or not (may.create_public_threads and may.send_messages_in_threads)
        ):
            return
        place = self._client.get_partial_messageable(duel.channel, guild_id=duel.guild)
        message = place.get_partial_message(duel.board)
        try:
            thread = await message.create_thread(name=f"{duel.room.game.title} {duel.key[-4:]}")
            await _repeated(partial(self._boards.post, duel, thread.id))
        except (discord.HTTPException, *BROKEN) as error:
            _warn(duel, error)
            return
        sign = layout(f"### {duel.room.game.title}", f"This duel is played in {thread.mention}.")
        steps = [partial(self._requests.edit, duel.channel, duel.board, sign)]
        steps += [
            partial(thread.add_user, discord.Object(person))
            for person in {*(duel.players or ())} - {press.application}
        ]
        for step in steps:
            try:
                await _repeated(step)
            except (discord.HTTPException, *BROKEN) as error:
                _warn(duel, error)


async def _repeated(request: Callable[[], Awaitable[Any]]) -> None:
    """Tries again once if the connection breaks. Discord does the same thing only once."""
    try:
        await request()
    except BROKEN:
        await request()


def _warn(duel: Duel, error: Exception) -> None:
    log.warning("duel %s: opening its thread failed (%s)", duel.key, getattr(error, "code", error))
