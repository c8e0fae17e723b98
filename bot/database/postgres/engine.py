"""SQLAlchemy's engine on PostgreSQL's asynchronous driver, without its object mapper.

`sqlalchemy.ext.asyncio` does the same, but loads the mapper, which takes 6 MiB of memory.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine
from sqlalchemy.util.concurrency import greenlet_spawn

T = TypeVar("T")


def new_engine(connect: Callable[[], Awaitable[Any]], **options: Any) -> Engine:
    """An engine whose connections `connect` makes. It works only inside `greenlet_spawn`."""

    def make() -> Any:
        driver: Any = engine.dialect.dbapi
        return driver.connect(async_creator_fn=connect)

    engine = create_engine("postgresql+asyncpg://", creator=make, **options)
    return engine


async def dispose(engine: Engine) -> None:
    await greenlet_spawn(engine.dispose)


class ServerConnection:
    """A connection whose methods are awaited: a `Link`."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self.dialect = connection.dialect

    @classmethod
    async def open(cls, engine: Engine) -> "ServerConnection":
        return cls(await greenlet_spawn(engine.connect))

    async def execute(self, statement: Any, parameters: Any = None) -> Any:
        return await greenlet_spawn(self._connection.execute, statement, parameters)

    async def run_sync(self, work: Callable[[Connection], T]) -> T:
        return await greenlet_spawn(work, self._connection)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[None]:
        """A transaction, which is committed unless something fails."""
        transaction = (await greenlet_spawn(self._connection.begin)).__enter__()
        try:
            yield
        except BaseException as problem:
            await greenlet_spawn(transaction.__exit__, type(problem), problem, problem.__traceback__)
            raise
        await greenlet_spawn(transaction.__exit__, None, None, None)

    async def driver(self) -> Any:
        """The driver's own connection."""
        return (await greenlet_spawn(getattr, self._connection, "connection")).driver_connection

    async def close(self) -> None:
        await greenlet_spawn(self._connection.close)
