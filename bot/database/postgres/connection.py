"""How a connection to a PostgreSQL server is made, and what an error of the driver says about the server."""

from typing import Any

import asyncpg
from sqlalchemy.exc import DBAPIError

LOST = (
    OSError,
    TimeoutError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.TooManyConnectionsError,
)
REFUSED = (*LOST, asyncpg.PostgresError, DBAPIError)
"""Everything that a server, the driver, or SQLAlchemy in front of it complains of."""
CONFLICTS = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""The server undid everything, and the same attempt can succeed at once. It is no outage."""
IDLE, INTERVAL, COUNT = 5, 2, 3
"""Seconds after which the server asks a silent peer, seconds between two questions, and how many it asks."""
UNANSWERED = 1000 * (IDLE + INTERVAL * COUNT)
"""Milliseconds after which data that nobody has confirmed ends the connection on the server."""
ON_SERVER = f"""
SELECT pg_backend_pid(), set_config('tcp_keepalives_idle', '{IDLE}', FALSE),
    set_config('tcp_keepalives_interval', '{INTERVAL}', FALSE),
    set_config('tcp_keepalives_count', '{COUNT}', FALSE),
    set_config('tcp_user_timeout', '{UNANSWERED}', FALSE)
"""
"""The server soon frees the locks of a process that has gone without a word. Poolers that keep sessions know
these settings only as a statement."""


class Connection(asyncpg.Connection):  # type: ignore[misc]
    pid = 0
    """The server's process behind this connection; the driver knows only the one that a pooler names."""

    def itself(self) -> "Connection":
        """A pool hands out a proxy, which forwards this."""
        return self


async def connect(within: float, **arguments: Any) -> Connection:
    """Connects `within` these seconds, with the arguments of `asyncpg.connect`."""
    link: Connection = await asyncpg.connect(**{"connection_class": Connection, **arguments}, timeout=within)
    try:
        try:
            link.pid = await link.fetchval(ON_SERVER, timeout=within)
        except (asyncpg.UndefinedObjectError, asyncpg.InvalidParameterValueError):
            link.pid = await link.fetchval("SELECT pg_backend_pid()", timeout=within)
    except BaseException:
        link.terminate()
        raise
    return link


def is_lost(problem: BaseException) -> bool:
    """Whether this error means that the server can't be reached."""
    return isinstance(problem, LOST)


def is_conflict(problem: BaseException) -> bool:
    return isinstance(problem, CONFLICTS)


def has_answered(problem: BaseException) -> bool:
    """Whether the server is done with what was asked, so that its connection can be used again. It may still
    be at work on what took too long or was cancelled."""
    return isinstance(problem, Exception) and not is_lost(problem)
