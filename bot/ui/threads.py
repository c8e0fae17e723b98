"""A duel in a thread of its own, where the server wants that and the bot may."""

import logging
from typing import TYPE_CHECKING

import discord

from bot.duel import Duel
from bot.ui.boards import Boards
from bot.ui.render import layout

if TYPE_CHECKING:
    from bot.client import Gauntlet

log = logging.getLogger(__name__)


async def move_to_thread(interaction: "discord.Interaction[Gauntlet]", duel: Duel, boards: Boards) -> None:
    """Open a thread on the card, post the board there, and leave a sign on the card. Without the permission
    the duel stays where it is."""
    message = interaction.message
    may = interaction.app_permissions
    if message is None or not (may.create_public_threads and may.send_messages_in_threads):
        return
    try:
        thread = await message.create_thread(name=f"{duel.room.game.title} {duel.key[-4:]}")
        await boards.post(duel, thread.id)
    except discord.HTTPException as error:
        log.warning("duel %s: no thread (%s); it stays in the channel", duel.key, error.code)
        return
    sign = layout(f"### {duel.room.game.title}", f"This duel is played in {thread.mention}.")
    await interaction.edit_original_response(view=sign)
