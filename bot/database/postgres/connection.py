"""A connection to a PostgreSQL server that never waits for a server that is silent."""

import socket
from collections.abc import Callable, Mapping
from contextlib import suppress
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
CONFLICTS = (asyncpg.DeadlockDetectedError, asyncpg.SerializationError)
"""The server undid everything, and the same attempt can succeed at once. It is no outage."""
IDLE, INTERVAL, COUNT = 5, 2, 3
"""Seconds after which a silent peer is asked, seconds between two questions, and how many are asked."""
UNANSWERED = 1000 * (IDLE + INTERVAL * COUNT)
"""Milliseconds after which data that nobody has confirmed ends the connection."""
ON_SERVER = f"""
SELECT pg_backend_pid(), set_config('tcp_keepalives_idle', '{IDLE}', FALSE),
    set_config('tcp_keepalives_interval', '{INTERVAL}', FALSE),
    set_config('tcp_keepalives_count', '{COUNT}', FALSE),
    set_config('tcp_user_timeout', '{UNANSWERED}', FALSE)
"""


class Connection(asyncpg.Connection):  # type: ignore[misc]
    """When a statement takes too long or is cancelled, the connection is cut. asyncpg would ask the server,
    over another connection, to cancel it, and would wait for an answer that a silent server never gives."""

    pid = 0
    """The server's process behind this connection."""
    on_cut: Callable[["Connection"], None] | None = None
    """Called once when the connection is cut."""

    def cut(self) -> None:
        self.terminate()
        heard, self.on_cut = self.on_cut, None
        if heard is not None:
            heard(self)

    def _cancel_current_command(self, *_waiters: object) -> None:
        """Soon, because the protocol still has to finish what it is doing."""
        self._loop.call_soon(self.cut)

    def keep_alive(self) -> None:
        """Lets the system notice a peer that has gone without a word."""
        found = self._transport.get_extra_info("socket")
        if found is None or found.family not in {socket.AF_INET, socket.AF_INET6}:
            return
        found.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        for name, value in {
            "TCP_KEEPIDLE": IDLE,
            "TCP_KEEPINTVL": INTERVAL,
            "TCP_KEEPCNT": COUNT,
            "TCP_USER_TIMEOUT": UNANSWERED,
        }.items():
            if hasattr(socket, name):
                with suppress(OSError):
                    found.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def connect(arguments: Mapping[str, Any], within: float, limit: float) -> Connection:
    """Connects `within` these seconds; every statement then has a `limit` of its own, also in seconds."""
    link: Connection = await asyncpg.connect(
        **arguments, timeout=within, command_timeout=limit, connection_class=Connection
    )
    try:
        link.keep_alive()
        try:
            link.pid = (await link.fetchrow(ON_SERVER, timeout=within))[0]
        except (asyncpg.UndefinedObjectError, asyncpg.InvalidParameterValueError):
            link.pid = await link.fetchval("SELECT pg_backend_pid()", timeout=within)
    except BaseException:
        link.terminate()
        raise
    return link


def is_lost(problem: BaseException) -> bool:
    """Whether this error means that the server can't be reached."""
    return _is_one_of(problem, LOST)


def is_conflict(problem: BaseException) -> bool:
    return _is_one_of(problem, CONFLICTS)


def _is_one_of(problem: BaseException, kinds: tuple[type[BaseException], ...]) -> bool:
    if isinstance(problem, DBAPIError) and problem.orig is not None:
        return (kinds is LOST and problem.connection_invalidated) or isinstance(problem.orig.__cause__, kinds)
    return isinstance(problem, kinds)
