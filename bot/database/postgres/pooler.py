"""Notices a transaction pooler, such as PgBouncer: behind one, a connection is no session of the server.

Locks stay behind in the pool then, notifications are not heard, and prepared statements get lost.
"""

from collections.abc import Awaitable, Callable

import asyncpg

from bot.database.base import Unusable

ROUNDS = 3
POOLER = (
    "This address leads to a transaction pooler (such as PgBouncer), behind which Gauntlet can't work. "
    "Set DATABASE_DIRECT_URL to the address of the database server itself; your host shows it as direct "
    "or session connection."
)


async def refuse_pooler(connect: Callable[[], Awaitable[asyncpg.Connection]]) -> None:
    """Raises a sentence if these connections share, or change, the server's processes behind them."""
    first = await connect()
    try:
        second = await connect()
        try:
            if await _is_pooled(first, second):
                raise Unusable(POOLER)
        finally:
            second.terminate()
    finally:
        first.terminate()


async def _is_pooled(first: asyncpg.Connection, second: asyncpg.Connection) -> bool:
    """Both are asked in turn while the other one holds a transaction, and while it does not."""
    seen: dict[int, asyncpg.Connection] = {}
    asked: dict[asyncpg.Connection, int] = {}

    def differs(link: asyncpg.Connection, pid: int) -> bool:
        return seen.setdefault(pid, link) is not link or asked.setdefault(link, pid) != pid

    try:
        for _ in range(ROUNDS):
            for link, other in ((first, second), (second, first)):
                if differs(link, await _pid(link)) or differs(other, await _pid(other)):
                    return True
                await link.execute("BEGIN")
                if differs(link, await _ask(link)) or differs(other, await _pid(other)):
                    return True
                await link.execute("COMMIT")
    except (asyncpg.InvalidSQLStatementNameError, asyncpg.DuplicatePreparedStatementError):
        return True
    except asyncpg.PostgresError as problem:
        if "statement pooling" not in str(problem):
            raise
        return True
    return False


async def _pid(link: asyncpg.Connection) -> int:
    """In a transaction of its own: behind some poolers a question is answered only there."""
    await link.execute("BEGIN")
    pid = await _ask(link)
    await link.execute("COMMIT")
    return pid


async def _ask(link: asyncpg.Connection) -> int:
    return int(await link.fetchval("SELECT pg_backend_pid()"))
