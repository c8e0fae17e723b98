"""What a host is told when the bot can't start or has to stop: one sentence, without tokens or passwords."""

import sqlite3

import aiohttp
import asyncpg
import discord
from sqlalchemy.exc import DBAPIError

from bot.config import BadConfig
from bot.database import Unusable

CLOSED = {
    4004: "Discord does not accept DISCORD_TOKEN. Copy it again from the developer portal.",
    4010: "Discord does not accept SHARD_IDS and SHARD_COUNT. Check them, or leave both empty.",
    4011: "The bot is in too many servers for so few shards. Raise SHARD_COUNT, or leave it empty.",
}
"""What the gateway's close codes mean to a host."""


def complaint_about(problem: BaseException) -> str | None:
    """The sentence for an error that a host can do something about; None for a fault of the bot."""
    match problem:
        case BadConfig() | Unusable():
            return str(problem)
        case DBAPIError() | sqlite3.Error() | asyncpg.PostgresError() | asyncpg.InterfaceError():
            return _of_database(problem)
        case discord.LoginFailure():
            return CLOSED[4004]
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
        case aiohttp.ClientError() | discord.GatewayNotFound():
            return "Discord can't be reached. Check the network, and DISCORD_API if you have set it."
    return None


def _of_database(problem: BaseException) -> str:
    cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig is not None else problem
    driver = cause.__cause__ if cause.__cause__ is not None else cause
    if isinstance(driver, asyncpg.InsufficientPrivilegeError):
        return (
            f"The user in DATABASE_URL may not do what the bot needs: {_reason(driver)}. As the server's "
            "administrator, run: GRANT ALL ON SCHEMA public TO that user, or make it the database's owner."
        )
    if isinstance(driver, asyncpg.ReadOnlySQLTransactionError):
        return "The server at DATABASE_URL only lets the bot read. Name the server that can be written to."
    return f"The database at DATABASE_URL can't be used: {_reason(driver)}."


def _reason(problem: BaseException) -> str:
    """The first line of what the driver says; it holds neither values nor the address."""
    first = (str(problem).strip().splitlines() or [type(problem).__name__])[0]
    return first.rstrip(".")
