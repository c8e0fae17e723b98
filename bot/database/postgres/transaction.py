"""A transaction of a driver connection, with as few requests as possible."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager

from asyncpg import Connection


@asynccontextmanager
async def transaction(driver: Connection, people: Collection[int] = ()) -> AsyncIterator[None]:
    """Waits until no other process holds one of these people, and holds them until it ends. All processes
    lock in the same order, so there is no deadlock. The keys are negative, because a positive key is the id
    of a guild."""
    keys = sorted(-abs(person) for person in people)
    await driver.execute("; ".join(["BEGIN", *(f"SELECT pg_advisory_xact_lock({key:d})" for key in keys)]))
    try:
        yield
    except BaseException:
        await driver.execute("ROLLBACK")
        raise
    await driver.execute("COMMIT")
