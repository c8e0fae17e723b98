"""What a host is told when the bot can't start or has to stop: one sentence, without tokens or passwords."""

import aiohttp
import discord

from bot.config import BadConfig
from bot.database import Unusable
from bot.health.databases import DATABASE_URL, advice_about, is_of_database, of_database

UNAUTHORIZED = 4004
CLOSED = {
    UNAUTHORIZED: "Discord does not accept DISCORD_TOKEN. Copy it again from the developer portal.",
    4010: "Discord does not accept SHARD_IDS and SHARD_COUNT. Check them, or leave both empty.",
    4011: "The bot is in too many servers for so few shards. Raise SHARD_COUNT, or leave it empty.",
}
"""What the gateway's close codes mean to a host."""


def complaint_about(problem: BaseException, setting: str = DATABASE_URL) -> str | None:
    """The sentence for an error that a host can do something about; None for a fault of the bot. `setting` is
    where the host has named the database."""
    match problem:
        case BadConfig():
            return str(problem)
        case Unusable():
            return f"{problem}{advice_about(problem.__cause__)}"
        case _ if is_of_database(problem):
            return of_database(problem, setting)
        case discord.LoginFailure():
            return CLOSED[UNAUTHORIZED]
        case discord.DiscordException() | aiohttp.ClientError():
            return _of_discord(problem)
    return None


def _of_discord(problem: Exception) -> str | None:
    match problem:
        case discord.ConnectionClosed():
            ended = f"Discord has ended the connection (code {problem.code}). Start the bot again."
            return CLOSED.get(problem.code, ended)
        case discord.HTTPException():
            return (
                f"Discord refused a request (status {problem.status}, code {problem.code}). "
                "Try again later, and check DISCORD_API if you have set it."
            )
        case discord.RateLimited():
            return f"Discord takes no more requests for {problem.retry_after:.0f} seconds. Start it then."
        case aiohttp.ClientError() | discord.GatewayNotFound():
            return "Discord can't be reached. Check the network, and DISCORD_API if you have set it."
    return None
