"""Locks that say which bots run on a server: each shard once, all with one number of shards.

They belong to one connection, so the server frees them when that ends, whatever becomes of the process.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from bot.database.base import Unusable
from bot.database.postgres.connection import LOST, Connection
from bot.database.postgres.pool import ServerPool
from bot.database.postgres.reach import Reach
from bot.process.shards import Shards

log = logging.getLogger(__name__)

IN_USE = 0x67415550
"""The lock that all bots share; a command that rewrites everything takes it exclusively."""
SHARD, COUNT = 0x67415553, 0x67415543
"""The first halves of the locks of a shard, which one process has, and of a number of shards."""
FIRST, AGAIN, PAUSE = 2.0, 0.3, 0.1
"""Seconds for which the locks are tried at the start and after an outage, and between two attempts: the
server needs a moment to notice that a process has ended."""
PROBE_LIMIT = 1.0
"""Seconds in which the connection with the locks has to answer."""
TAKE_SHARDS = f"""
SELECT bool_and(pg_try_advisory_lock({SHARD}, shard)) FROM unnest($1::integer[]) AS shard
"""  # noqa: S608 - made of constants
OTHER_COUNT = f"""
SELECT objid::bigint FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 2 AND granted
    AND classid::bigint = {COUNT} AND objid::bigint <> $1 LIMIT 1
"""  # noqa: S608 - made of constants


class ShardLocks:
    """They are kept by a connection that does nothing else, which is made again after an outage."""

    def __init__(self, pool: ServerPool, reached: Reach, shards: Shards | None, *, exclusive: bool) -> None:
        self._pool = pool
        self._reach = reached
        self._shards = shards
        self._exclusive = exclusive
        self._joining = asyncio.Lock()
        self._keeper: Connection | None = None
        self.replaced: str | None = None
        """A sentence, if another process has taken our shards."""

    async def confirm(self) -> None:
        """Makes sure, if a connection was lost, that no other process has taken our shards meanwhile."""
        if self._pool.doubted or self._keeper is None or self._keeper.is_closed():
            await self._reach.repeat(self._confirm_once)

    async def _confirm_once(self) -> None:
        async with self.held() as link:
            self._pool.doubted = False
            await link.execute("SELECT 1", timeout=PROBE_LIMIT)

    @asynccontextmanager
    async def held(self) -> AsyncIterator[Connection]:
        """The connection that has the locks."""
        async with self._joining:
            link = self._keeper
            if link is None or link.is_closed():
                link = await self._join(link)
            try:
                yield link
            except (*LOST, asyncio.CancelledError):
                self._pool.give_up(link)
                raise

    async def _join(self, before: Connection | None) -> Connection:
        """Makes a connection and takes the locks. Those of our own lost connection are given up first."""
        if before is not None:
            self._pool.strand(before)
        link = await self._pool.connect()
        try:
            await self._take(link, AGAIN if before else FIRST)
        except BaseException as problem:
            link.terminate()
            if before is not None and isinstance(problem, Unusable):
                self._note_replaced(str(problem))
            raise
        self._keeper, self.replaced = link, None
        self._pool.keepers = {link}
        return link

    def _note_replaced(self, reason: str) -> None:
        if self.replaced is None:
            log.error("nothing is saved any more, another process took over during an outage: %s", reason)
        self.replaced = f"Nothing is saved any more. {reason}"

    async def _take(self, link: Connection, patience: float) -> None:
        """Takes the locks, or raises a sentence that says who has them."""
        loop = asyncio.get_running_loop()
        until = loop.time() + patience
        while (problem := await self._conflict(link)) is not None:
            await link.execute("SELECT pg_advisory_unlock_all()")
            if loop.time() > until:
                raise Unusable(problem)
            await asyncio.sleep(PAUSE)

    async def _conflict(self, link: Connection) -> str | None:
        kind = "" if self._exclusive else "_shared"
        if not await link.fetchval(f"SELECT pg_try_advisory_lock{kind}({IN_USE})"):
            return "Another Gauntlet is running on this database. Stop it first."
        if self._shards is None:
            return None
        await link.execute(f"SELECT pg_advisory_lock_shared({COUNT}, {self._shards.count})")
        other = await link.fetchval(OTHER_COUNT, self._shards.count)
        if other is not None:
            return (
                f"Another Gauntlet runs on this database with {_shards(other)}, and this one would have "
                f"{_shards(self._shards.count)}: to change the number, stop all processes, give all the same "
                "SHARD_COUNT, and start them again."
            )
        if not await link.fetchval(TAKE_SHARDS, list(self._shards.ids)):
            return _taken(self._shards)
        return None


def _taken(shards: Shards) -> str:
    if shards.keeps_all:
        return "Another Gauntlet is running on this database. Stop it first."
    ids = ", ".join(map(str, shards.ids))
    return (
        f"Another Gauntlet runs shard {ids} on this database. "
        "Stop it first, or give this one other SHARD_IDS."
    )


def _shards(count: int) -> str:
    return "1 shard" if count == 1 else f"{count} shards"
