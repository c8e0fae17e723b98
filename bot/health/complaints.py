"""What a host is told when the bot can't start or has to stop: one sentence, without any secret."""

import sqlite3

import aiohttp
import discord
from sqlalchemy.exc import DBAPIError

from bot.config import BadConfig
from bot.database import Unusable

UNAUTHORIZED = 4004
CLOSED = {
    UNAUTHORIZED: "Discord does not accept DISCORD_TOKEN. Copy it again from the developer portal.",
    4010: "Discord does not accept SHARD_IDS and SHARD_COUNT. Check them, or leave both empty.",
    4011: "The bot is in too many servers for so few shards. Raise SHARD_COUNT, or leave it empty.",
}
"""What the gateway's close codes mean to a host."""
DATABASE_URL = "DATABASE_URL"
ADVICE = {
    "InvalidAuthorizationSpecificationError": "Check the user and the password in that address.",
    "InvalidCatalogNameError": "Make that database, or correct its name in that address.",
    "TooManyConnectionsError": "Let the server take more connections (max_connections), or stop others.",
    "CannotConnectNowError": "Start the bot again when the server is ready.",
}
"""What to do about what a server says, by the errors of its driver."""
SILENT = "Check the host and the port in that address, and that the server runs."


def complaint_about(problem: BaseException, setting: str = DATABASE_URL) -> str | None:
    """Returns the sentence for an error that a host can do something about, or None for a fault of the bot.
    `setting` is where the host has named the database."""
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


def is_of_server(problem: BaseException | None, *names: str) -> bool:
    """Says whether it is one of these errors of PostgreSQL's driver. They are known by their names, so that a
    bot on a file need not load the driver to say what is wrong."""
    kinds = type(problem).__mro__
    return any(kind.__module__.startswith("asyncpg.") and kind.__name__ in names for kind in kinds)


def is_of_database(problem: BaseException) -> bool:
    return isinstance(problem, DBAPIError | sqlite3.Error) or is_of_server(
        problem, "PostgresError", "InterfaceError"
    )


def of_database(problem: BaseException, setting: str = DATABASE_URL) -> str:
    """Returns a sentence for what a driver said; `setting` is where the host has named the database."""
    driver = _driver_of(problem)
    if is_of_server(driver, "InsufficientPrivilegeError"):
        return may_not(setting, _reason(driver))
    if is_of_server(driver, "ReadOnlySQLTransactionError"):
        return only_reads(setting)
    return f"The database at {setting} can't be used: {_reason(driver)}.{advice_about(driver)}"


def may_not(setting: str, what: str) -> str:
    return (
        f"The user in {setting} may not do what the bot needs: {what}. As the server's "
        "administrator, run: GRANT ALL ON SCHEMA public TO that user, or make it the database's owner."
    )


def only_reads(setting: str) -> str:
    return f"The server at {setting} only lets the bot read. Name the server that can be written to."


def advice_about(cause: BaseException | None) -> str:
    """Says what to do about an error of a server, in a sentence to append."""
    for name, advice in ADVICE.items():
        if is_of_server(cause, name):
            return f" {advice}"
    return f" {SILENT}" if isinstance(cause, OSError | TimeoutError) else ""


def _driver_of(problem: BaseException) -> BaseException:
    """Returns what the driver raised, without what SQLAlchemy put around it."""
    cause = problem.orig if isinstance(problem, DBAPIError) and problem.orig is not None else problem
    return cause.__cause__ if cause is not problem and cause.__cause__ is not None else cause


def _reason(problem: BaseException) -> str:
    """Returns the first line of what the driver says; it holds neither values nor the address."""
    said = str(problem).strip()
    if not said and isinstance(problem, TimeoutError):
        return "it does not answer"
    return (said.splitlines() or [type(problem).__name__])[0].rstrip(".")
