"""What a person is told when something can't be done: one policy, in one place.

A refusal is a sentence to the person. A fault is a line in the log with the duel's id, and one apology.
"""

import logging
from collections.abc import Awaitable, Callable

import aiohttp
import discord

from bot.health.metrics import Metrics, reason_of
from bot.services import Services
from bot.ui.wire.reply import Reply
from bot.ui.wire.sender import SHUT, TOO_MANY, Code
from games.engine import Refused

log = logging.getLogger(__name__)

PLACE_GONE = (
    Code.UNKNOWN_CHANNEL,
    Code.UNKNOWN_MESSAGE,
    Code.UNKNOWN_WEBHOOK,
    Code.NOT_AN_ERROR_BODY,
)
PLACE_SHUT = (*SHUT, Code.MISSING_ACCESS)
"""A thread that is archived or locked, or a private one without the bot: nothing can be said there."""
APOLOGY = "Sorry, something went wrong on our side. Nothing is lost: please try again in a moment."

STOPPED = "Discord does not let me do that for a few minutes. Please try again later."


async def explain(
    reply: Reply,
    error: Exception,
    metrics: Metrics,
    worded: Callable[[str], Awaitable[str]] | None = None,
) -> None:
    """Tells the person why their press or command failed, also after a first answer. `worded` makes a refusal
    readable, see `wording`."""
    duel = reply.duel
    if isinstance(error, Refused):
        metrics.refusals.labels(reason_of(error)).inc()
        await _try_to_say(reply, str(error) if worded is None else await worded(str(error)))
    elif isinstance(error, discord.NotFound) and reply.is_lost:
        log.debug("duel %s: no reply, Discord did not wait; what was saved stays", duel)
    elif isinstance(error, discord.NotFound) and error.code == Code.UNKNOWN_INTERACTION:
        log.warning("duel %s: reply came too late; what was saved stays", duel)
    elif isinstance(error, discord.NotFound) and error.code in PLACE_GONE:
        log.warning("duel %s: reply failed, its channel or message is gone; what was saved stays", duel)
    elif isinstance(error, discord.HTTPException) and error.code in PLACE_SHUT:
        log.warning("duel %s: reply failed, its thread is shut; what was saved stays", duel)
    elif isinstance(error, discord.HTTPException) and error.code == Code.ALREADY_ANSWERED:
        log.warning("duel %s: interaction was answered already", duel)
    elif isinstance(error, discord.RateLimited):
        log.warning("duel %s: Discord stops a request for %.0f s", duel, error.retry_after)
        await _try_to_say(reply, STOPPED)
    elif isinstance(error, discord.HTTPException) and error.status == TOO_MANY:
        log.warning("duel %s: Discord does not take the reply now; what was saved stays", duel)
    else:
        metrics.faults.inc()
        log.error("duel %s: fault", duel, exc_info=error)
        await _try_to_say(reply, APOLOGY)


def wording(services: Services, guild: int | None) -> Callable[[str], Awaitable[str]]:
    """Puts names in the place of mentions, and commands that open at a tap in the place of typed ones."""

    async def worded(text: str) -> str:
        return services.commands.tappable(await services.people.named(guild or 0, text))

    return worded


async def _try_to_say(reply: Reply, text: str) -> None:
    try:
        await reply.say(text)
    except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
        level = logging.DEBUG if reply.is_lost else logging.WARNING
        log.log(level, "duel %s: reply failed (%s)", reply.duel, getattr(error, "code", error))
