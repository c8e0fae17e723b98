"""Answers that only the person who pressed can see."""

import discord

from bot.ui import codes
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet


async def take_time(press: Press) -> None:
    """Tells Discord that the answer takes a while; it then goes where `privately` puts it."""
    if press.on_own_private_message:
        await press.reply.wait()
    else:
        await press.reply.think()


async def privately(press: Press, sheet: Sheet) -> int | None:
    """Answers in the private message that was pressed, or in a new one, never in one that others see. Returns
    the message's id."""
    if press.reply.is_done:
        return await press.reply.edit(sheet)
    if press.on_own_private_message and await _updated(press, sheet):
        return press.message
    return await press.reply.send(sheet, private=True)


async def _updated(press: Press, sheet: Sheet) -> bool:
    """False when the person has dismissed the message since."""
    try:
        await press.reply.update(sheet)
    except discord.NotFound as error:
        if error.code != codes.UNKNOWN_MESSAGE:
            raise
        return False
    return True
