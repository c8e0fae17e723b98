"""A picture follows its text as an edit of the same message. If it can't be drawn or sent, the text stays."""

import logging
from io import BytesIO

import discord

from bot.health.metrics import reason_of
from bot.pictures.picture import Picture
from bot.services import Services
from bot.ui.wire.press import Press
from bot.ui.wire.sheet import Sheet
from games.engine import Refused

log = logging.getLogger(__name__)


async def drawn(press: Press, services: Services, picture: Picture) -> bytes | None:
    """Draws a PNG; None if it could not be drawn, or if too many are asked for."""
    try:
        async with services.queues.pictures.place(press.person, press.guild):
            return await services.drawing.draw(picture)
    except Refused as refusal:
        services.metrics.refusals.labels(reason_of(refusal)).inc()
        return None


async def illustrate(press: Press, sheet: Sheet, name: str, png: bytes) -> None:
    """Replaces the answer by one with a picture."""
    try:
        await press.reply.edit(sheet, [discord.File(BytesIO(png), name)])
    except (discord.HTTPException, OSError) as error:
        log.warning(
            "duel %s: answer stays without its picture (%s)", press.reply.duel, getattr(error, "code", error)
        )
