"""Work on a server's tables over a connection of SQLAlchemy's own: Alembic takes no other."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any, TypeVar

import asyncpg
from sqlalchemy import Connection, NullPool, create_engine, event, text
from sqlalchemy.engine import ExceptionContext
from sqlalchemy.util.concurrency import greenlet_spawn

from bot.database.postgres.address import read
from bot.database.postgres.pooler import refuse_pooler

T = TypeVar("T")
PATIENCE = 5.0
"""Seconds in which a server that is only looked at has to answer."""


async def work_on_tables(
    connect: Callable[[], Awaitable[asyncpg.Connection]], work: Callable[[Connection], T]
) -> T:
    """Does synchronous work in one transaction. `sqlalchemy.ext.asyncio` would do the same, but loads the
    object mapper, which takes 6 MiB of memory."""

    def make() -> Any:
        driver: Any = engine.dialect.dbapi
        return driver.connect(async_creator_fn=connect)

    def transact() -> T:
        with engine.begin() as connection:
            return work(connection)

    engine = create_engine("postgresql+asyncpg://", creator=make, poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "handle_error", _notice_silence)
    return await greenlet_spawn(transact)


def _notice_silence(context: ExceptionContext) -> None:
    """Makes SQLAlchemy throw a connection away whose statement took too long."""
    if isinstance(context.original_exception, TimeoutError):
        context.is_disconnect = True


async def look_at_tables(address: str, work: Callable[[Connection], T], limit: float = PATIENCE) -> T:
    """The work can't write. `limit`: seconds that each of its statements may take."""

    def look(connection: Connection) -> T:
        connection.execute(text("SET TRANSACTION READ ONLY"))
        return work(connection)

    connect = partial(asyncpg.connect, **read(address).arguments, timeout=PATIENCE, command_timeout=limit)
    await refuse_pooler(partial(connect, statement_cache_size=0))
    return await work_on_tables(connect, look)
