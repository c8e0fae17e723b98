"""A transaction of a driver connection, with as few requests as possible."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from asyncpg import Connection


@asynccontextmanager
async def transaction(
    driver: Connection, people: Collection[int] = (), key: int | None = None
) -> AsyncIterator[bool]:
    """Waits until no other process holds one of these people, and holds them until it ends. All processes
    lock in the same order, so there is no deadlock. The keys of people are negative, because a positive key
    is the id of a guild. Such a `key` is not waited for: False if another process holds it."""
    keys = sorted(-abs(person) for person in people)
    begin = ["BEGIN", *(f"SELECT pg_advisory_xact_lock({each:d})" for each in keys)]
    if key is not None:
        begin.append(f"SELECT WHERE pg_try_advisory_xact_lock({key:d})")
    status = await driver.execute("; ".join(begin))
    try:
        yield status != "SELECT 0"  # no row
    except BaseException:
        await driver.execute("ROLLBACK")
        raise
    await driver.execute("COMMIT")
