"""Locks that say which bots run on a server: each shard once, all with one number of shards.

They belong to one connection, so the server frees them when that ends, whatever becomes of the process.
"""

import asyncio

from bot.database.base import Unusable
from bot.database.postgres.connection import Connection
from bot.process.shards import Shards

IN_USE = 0x67415550
"""The lock that all bots share; a command that rewrites everything takes it exclusively."""
SHARD, COUNT = 0x67415553, 0x67415543
"""The first halves of the locks of a shard, which one process has, and of a number of shards."""
FIRST, AGAIN, PAUSE = 2.0, 0.3, 0.1
"""Seconds for which the locks are tried at the start and after an outage, and between two attempts: the
server needs a moment to notice that a process has ended."""
TAKE_SHARDS = f"""
SELECT bool_and(pg_try_advisory_lock({SHARD}, shard)) FROM unnest($1::integer[]) AS shard
"""  # noqa: S608 - made of constants
OTHER_COUNT = f"""
SELECT objid::bigint FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 2 AND granted
    AND classid::bigint = {COUNT} AND objid::bigint <> $1 LIMIT 1
"""  # noqa: S608 - made of constants


class ShardLocks:
    def __init__(self, shards: Shards | None, *, exclusive: bool) -> None:
        self._shards = shards
        self._exclusive = exclusive

    async def take(self, link: Connection, patience: float) -> None:
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
