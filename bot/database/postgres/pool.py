"""The connections of one process to a server: asyncpg's pool, and what is done about silence."""

import asyncio
import secrets
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakSet

import asyncpg
from sqlalchemy import Executable
from sqlalchemy.dialects.postgresql.asyncpg import dialect

from bot.database.postgres import reach
from bot.database.postgres.address import Address
from bot.database.postgres.connection import Connection, connect, has_answered
from bot.database.postgres.reach import Reach
from bot.database.sql import NOTHING, Compiler, Rows, Values

SIZE = 8
"""At most as many connections in the pool. Beside them, each process has one that keeps its locks, and at
times a few of `connect`."""
LIMIT, LONG_LIMIT, MIGRATION_LIMIT = 2.0, 30.0, 600.0
"""Seconds that one statement may take: while somebody waits for an answer, in long work beside that, and
while nobody plays."""
STRANDED = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE pid = ANY($1::integer[]) AND application_name = $2 AND pid <> pg_backend_pid()
"""
ENDING, PAUSE = 0.5, 0.02
"""Seconds for which the server's processes behind lost connections are waited for."""
COMPILER = Compiler(dialect())  # type: ignore[no-untyped-call]


class ServerLink:
    """A link to a PostgreSQL server."""

    def __init__(self, driver: Connection, limit: float) -> None:
        """`limit`: seconds that a statement may take."""
        self._driver = driver
        self._limit = limit

    async def execute(self, statement: Executable, values: Values | Sequence[Values] = NOTHING) -> Rows:
        if isinstance(values, Sequence):
            sql = COMPILER.sql_of(statement, values[0])
            await self._driver.executemany(
                sql.text, [sql.arguments(each) for each in values], timeout=self._limit
            )
            return Rows((), len(values))
        sql = COMPILER.sql_of(statement, values)
        arguments = sql.arguments(values)
        if sql.row is None:
            status = await self._driver.execute(sql.text, *arguments, timeout=self._limit)
            return Rows((), int(status.rpartition(" ")[2]))
        found = await self._driver.fetch(sql.text, *arguments, timeout=self._limit)
        return Rows(map(sql.row, found), len(found))


class ServerPool:
    """A statement that takes too long or is cancelled costs its connection: the server may still be at work.
    Before anything is done over a new connection, the server is told to end what it does for lost ones."""

    def __init__(self, address: Address, reached: Reach, *, unhurried: bool) -> None:
        """`unhurried`: nobody plays meanwhile, so every statement may take long."""
        self._name = f"{address.keys.get('application_name', 'gauntlet')[:40]} {secrets.token_hex(4)}"
        self._arguments = {**address.arguments, "server_settings": {"application_name": self._name}}
        self._connect_timeout = address.connect_timeout
        self._reach = reached
        self._places = asyncio.Semaphore(SIZE)
        self._pool = asyncpg.create_pool(
            min_size=0,
            max_size=SIZE,
            connect=self._connect_in_pool,
            reset=_leave_as_it_is,
            connection_class=Connection,
        )
        self._all: WeakSet[Connection] = WeakSet()
        self._waiting: WeakSet[Connection] = WeakSet()
        """Connections of the pool that nobody uses."""
        self.keepers: set[Connection] = set()
        """Connections that only keep locks."""
        self._lost: set[int] = set()
        """The server's processes behind connections that were given up: they may still be at work."""
        self.doubted = False
        """Whether a connection was given up, or made for the pool, since this was last set to False."""
        self.limit = MIGRATION_LIMIT if unhurried else LIMIT
        self.long_limit = MIGRATION_LIMIT if unhurried else LONG_LIMIT

    async def open(self) -> None:
        """Connects nothing yet."""
        await self._pool

    def close(self) -> None:
        self._pool.terminate()
        for link in [*self._all]:
            link.terminate()

    async def connect_bare(self) -> asyncpg.Connection:
        """A connection that leaves nothing behind, not even in a pooler."""
        return await asyncpg.connect(
            **self._arguments,
            timeout=self._connect_timeout or reach.PATIENCE,
            command_timeout=LIMIT,
            statement_cache_size=0,
        )

    async def connect(self, **options: Any) -> Connection:
        """A new connection, beside the pool. What lost ones may still be doing on the server is ended first,
        so that nothing is saved that nobody expects any more."""
        link = await connect(reach.PATIENCE, **{**self._arguments, "command_timeout": self.limit, **options})
        self._all.add(link)
        try:
            await self._end_stranded(link)
        except BaseException:
            link.terminate()
            raise
        self._reach.succeeded()
        return link

    async def _connect_in_pool(self, _dsn: None, **options: Any) -> Connection:
        """If one has to be made, others may have been lost without a word: those that keep locks, too."""
        link = await self.connect(**options)
        self.doubted = True
        return link

    async def _end_stranded(self, link: Connection) -> None:
        loop = asyncio.get_running_loop()
        until = loop.time() + ENDING
        while lost := list(self._lost):
            ended = not await link.fetch(STRANDED, lost, self._name)
            if ended:
                self._lost.difference_update(lost)
            elif loop.time() > until:
                return
            else:
                await asyncio.sleep(PAUSE)

    @asynccontextmanager
    async def borrowed(self, *, slow: bool = False) -> AsyncIterator[Connection]:
        """A connection of the pool. `slow`: its statements may take long, so that one which takes too long is
        no outage, and says nothing about other connections."""
        async with self._reach.turn(self._places):
            can_wait = self._pool.get_idle_size() == 0  # else nothing has to be made
            held = await (self._reach.repeat(self._pool.acquire) if can_wait else self._pool.acquire())
            link: Connection = held.itself()
            self._waiting.discard(link)
            try:
                yield link
                self._reach.succeeded()
            except BaseException as problem:
                self._reach.note(problem, slow=slow)
                if not has_answered(problem):
                    self.strand(link) if slow else self.give_up(link)
                raise
            finally:
                self._waiting.add(link)
                await self._pool.release(held)

    def strand(self, link: Connection) -> None:
        """Gives up a connection whose server may not know of it yet."""
        self._lost.add(link.pid)
        self.doubted = True
        link.terminate()

    def give_up(self, link: Connection) -> None:
        """If one connection is silent, those that wait for their next use are too, or cost little to make."""
        for each in (link, *self._waiting, *self.keepers):
            self.strand(each)
        self._waiting.clear()
        self.keepers.clear()

    def discard(self, link: Connection) -> None:
        """Closes a connection. If it could not be used to the end, the server may not know that."""
        if link.is_closed():
            self._lost.add(link.pid)
        link.terminate()


async def _leave_as_it_is(_link: asyncpg.Connection) -> None:
    """Nothing has to be reset between two uses, which would be one more request after each."""
