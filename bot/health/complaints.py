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
ADVICE: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str], ...] = (
    (asyncpg.InvalidAuthorizationSpecificationError, "Check the user and the password in that address."),
    (asyncpg.InvalidCatalogNameError, "Make that database, or correct its name in that address."),
    (
        asyncpg.TooManyConnectionsError,
        "Let the server take more connections (max_connections), or stop others.",
    ),
    (asyncpg.CannotConnectNowError, "Start the bot again when the server is ready."),
    ((OSError, TimeoutError), "Check the host and the port in that address, and that the server runs."),
)
"""What to do about what a server says, or doesn't."""


def complaint_about(problem: BaseException) -> str | None:
    """The sentence for an error that a host can do something about; None for a fault of the bot."""
    match problem:
        case BadConfig():
            return str(problem)
        case Unusable():
            return f"{problem}{_advice(problem.__cause__)}"
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
    return f"The database at DATABASE_URL can't be used: {_reason(driver)}.{_advice(driver)}"


def _advice(cause: BaseException | None) -> str:
    """What to do about an error of a server, as a sentence to append."""
    return next((f" {advice}" for kinds, advice in ADVICE if isinstance(cause, kinds)), "")


def _reason(problem: BaseException) -> str:
    """The first line of what the driver says; it holds neither values nor the address."""
    first = (str(problem).strip().splitlines() or [type(problem).__name__])[0]
    return first.rstrip(".")
