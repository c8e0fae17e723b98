"""Asks Discord how many shards the bot should have, before any process is started."""

from bot.config import BadConfig
from bot.doctor.discord.asking import Discord, NotAllowed, NotAnswered
from bot.health.complaints import CLOSED, UNAUTHORIZED
from bot.supervisor.plan import Advice


def advice_from(token: str, api: str | None) -> Advice:
    """What goes wrong is a sentence for the host."""
    try:
        said = Discord(token, api).ask("/gateway/bot")
    except NotAllowed:
        raise BadConfig(CLOSED[UNAUTHORIZED]) from None
    except NotAnswered as problem:
        raise BadConfig(str(problem)) from None
    return Advice(said["shards"], said["session_start_limit"]["max_concurrency"])
