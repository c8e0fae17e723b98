"""What a person hears when something can't be done: one policy, in one place.

A refusal is a sentence to the person. A fault is a line in the log with the duel's id, and one apology.
"""

import logging
from typing import TYPE_CHECKING

import aiohttp
import discord

from bot.health.metrics import Metrics, reason_of
from bot.ui.texts.render import sentence
from games.engine import Refused

if TYPE_CHECKING:
    from bot.client import Gauntlet

log = logging.getLogger(__name__)

UNKNOWN_INTERACTION = 10062
PLACES_GONE = (10003, 10008, 10015, 0)
"""Unknown channel, message, webhook; and an address that Discord doesn't even know as one."""
ANSWERED_ALREADY = 40060
APOLOGY = "Sorry, something went wrong on our side. Nothing is lost: please try again in a moment."


async def say(interaction: discord.Interaction, text: str) -> None:
    """One sentence that only this person sees."""
    if interaction.response.is_done():
        await interaction.followup.send(view=sentence(text), ephemeral=True)
    else:
        await interaction.response.send_message(view=sentence(text), ephemeral=True)


async def explain(interaction: "discord.Interaction[Gauntlet]", error: Exception, duel: str = "-") -> None:
    metrics: Metrics = interaction.client.metrics
    if isinstance(error, Refused):
        metrics.refusals.labels(reason_of(error)).inc()
        await _try_to_say(interaction, str(error), duel)
    elif isinstance(error, discord.NotFound) and error.code == UNKNOWN_INTERACTION:
        log.warning("duel %s: the answer came too late; what was saved stays", duel)
    elif isinstance(error, discord.NotFound) and error.code in PLACES_GONE:
        log.warning("duel %s: the place of an answer is gone; what was saved stays", duel)
    elif isinstance(error, discord.HTTPException) and error.code == ANSWERED_ALREADY:
        log.warning("duel %s: an interaction was answered already", duel)
    else:
        metrics.faults.inc()
        log.error("duel %s: a fault", duel, exc_info=error)
        await _try_to_say(interaction, APOLOGY, duel)


async def _try_to_say(interaction: discord.Interaction, text: str, duel: str) -> None:
    try:
        await say(interaction, text)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        log.warning("duel %s: a sentence could not be said (%s)", duel, getattr(error, "code", error))
