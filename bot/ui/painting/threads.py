"""A duel in a thread of its own, where the server wants that and the bot may."""

import logging

import discord

from bot.duels.duel import Duel
from bot.ui.painting.boards import SILENT, Boards
from bot.ui.texts.render import layout

log = logging.getLogger(__name__)


async def move_to_thread(interaction: discord.Interaction, duel: Duel, boards: Boards) -> None:
    """Open a thread on the board, post a board there, and leave a sign behind. Without the permission, and in
    a thread, the duel stays where it is."""
    may = interaction.app_permissions
    elsewhere = duel.channel != interaction.channel_id or isinstance(interaction.channel, discord.Thread)
    if elsewhere or duel.board is None or not (may.create_public_threads and may.send_messages_in_threads):
        return
    place = interaction.client.get_partial_messageable(duel.channel, guild_id=duel.guild)
    card = place.get_partial_message(duel.board)
    try:
        thread = await card.create_thread(name=f"{duel.room.game.title} {duel.key[-4:]}")
        await boards.post(duel, thread.id)
        sign = layout(f"### {duel.room.game.title}", f"This duel is played in {thread.mention}.")
        await card.edit(view=sign, allowed_mentions=SILENT)
        for person in {*(duel.players or ())} - {interaction.application_id}:
            await thread.add_user(discord.Object(person))
    except discord.HTTPException as error:
        log.warning("duel %s: its thread is not as it should be (%s)", duel.key, error.code)
