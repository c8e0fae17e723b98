"""A duel in a thread of its own, where the server wants that and the bot may."""

import logging

import discord

from bot.duels.duel import Duel
from bot.ui.painting.boards import Boards
from bot.ui.texts.render import layout
from bot.ui.wire.press import Press
from bot.ui.wire.requests import Requests

log = logging.getLogger(__name__)


class Threads:
    def __init__(self, client: discord.Client, requests: Requests, boards: Boards) -> None:
        self._client = client
        self._requests = requests
        self._boards = boards

    async def move(self, press: Press, duel: Duel) -> None:
        """Opens a thread on the board, posts a board there, and leaves a link behind. Without the permission,
        and in a thread, the duel stays where it is."""
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
            await self._boards.post(duel, thread.id)
            sign = layout(f"### {duel.room.game.title}", f"This duel is played in {thread.mention}.")
            await self._requests.edit(duel.channel, duel.board, sign)
            for person in {*(duel.players or ())} - {press.application}:
                await thread.add_user(discord.Object(person))
        except discord.HTTPException as error:
            log.warning("duel %s: opening its thread failed (%s)", duel.key, error.code)
