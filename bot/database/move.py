"""Copies everything from one database to another."""

from collections.abc import AsyncIterator, Mapping
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path

import aiosqlite
from sqlalchemy import Table, delete, func, insert, select, tuple_

from bot.database import POSTGRESQL, SQLITE, Database, Link, Unusable, open_database
from bot.database.base import require_current
from bot.database.file.check import check_file, looked_into, read_only
from bot.database.file.disk import explained
from bot.database.file.lock import FileLocks
from bot.database.file.presence import identity, real_path
from bot.database.file.restore import finish_interrupted
from bot.database.mark import COPY
from bot.database.schema import metadata, notes
from bot.database.sqlite import FileLink
from bot.database.target import Target, belongs, count_of, look_at_target

CHUNK = 500


async def move(source: str, target: str) -> Mapping[str, int]:
    """Copies all or nothing, and may be repeated. Returns how many rows each table has now, in both."""
    if source == target or _is_one_file(source, target):
        raise Unusable("These are the same database. Name two different ones.")
    async with _reading(source) as origin:
        counts = {table.name: await _count(table, origin) for table in metadata.sorted_tables}
        await look_at_target(target, counts)
        destination = await open_database(target, exclusive=True, named="the database to move to")
        try:
            return await _copy(origin, destination, target, counts)
        finally:
            await destination.close()


def _is_one_file(source: str, target: str) -> bool:
    if not (source.startswith(SQLITE) and target.startswith(SQLITE)):
        return False
    first, second = (real_path(address.removeprefix(SQLITE)) for address in (source, target))
    return first == second or (identity(first) is not None and identity(first) == identity(second))


@asynccontextmanager
async def _reading(address: str) -> AsyncIterator[Link]:
    """A database to move from. It has to be Gauntlet's and up to date, and it is never changed."""
    if not address.startswith(SQLITE):
        from bot.database.postgres.server import PostgresServer  # noqa: PLC0415 - needs PostgreSQL's driver

        server = await PostgresServer.open(
            address, exclusive=True, upgrade=False, named="the database to move from"
        )
        try:
            async with server.reading() as link:
                yield link
        finally:
            await server.close()
        return
    path = address.removeprefix(SQLITE)
    with ExitStack() as stack:
        with explained(path):
            locks = FileLocks(path)
            stack.callback(locks.release)
            finish_interrupted(locks)
            _require_source(locks.path, path)  # before a lock is left beside another program's file
            locks.take_name()
            locks.take_file()
            with looked_into(locks.path) as opened:
                require_current(opened)
        async with aiosqlite.connect(read_only(locks.path), uri=True) as connection:
            yield FileLink(connection, reads=True)


def _require_source(path: Path, typed: str) -> None:
    if not path.exists():
        raise Unusable(f"There is no database at {typed}.")
    check_file(path)
    with looked_into(path) as connection:
        require_current(connection)


async def _copy(
    source: Link, destination: Database, target_address: str, counts: Mapping[str, int]
) -> Mapping[str, int]:
    async with destination.writing() as target:
        await _require_unused(target, counts)
        for table in reversed(metadata.sorted_tables):
            await target.execute(delete(table))
        for table in metadata.sorted_tables:
            await _copy_table(table, source, target)
            if target_address.startswith(POSTGRESQL):
                await _advance_sequence(table, target)
        for table in metadata.sorted_tables:
            if await _count(table, target) != counts[table.name]:
                raise Unusable(f"The copy of {table.name} is not complete; nothing was changed.")
        await target.execute(insert(notes).values(key=COPY, value=""))
    return counts


async def _require_unused(link: Link, moved: Mapping[str, int]) -> None:
    """Nobody else uses the database any more; somebody may have, after it was looked at."""
    there = {table.name: await _count(table, link) for table in metadata.sorted_tables}
    marks = await link.execute(select(notes.c.key).where(notes.c.key == COPY))
    Target(there, is_copy=bool(marks)).require_unused(moved)


async def _copy_table(table: Table, source: Link, target: Link) -> None:
    """Copies the rows in the order of their keys, a chunk at a time."""
    keys = [*table.primary_key.columns]
    query = select(table).where(belongs(table)).order_by(*keys).limit(CHUNK)
    rows = (await source.execute(query)).mappings()
    while rows:
        await target.execute(insert(table), rows)
        last = [rows[-1][key.name] for key in keys]
        rows = (await source.execute(query.where(tuple_(*keys) > tuple_(*last)))).mappings()


async def _count(table: Table, connection: Link) -> int:
    count: int = (await connection.execute(count_of(table))).scalar()
    return count


async def _advance_sequence(table: Table, target: Link) -> None:
    """PostgreSQL numbers new rows from a sequence, which has to go on after the highest copied number."""
    column = table.autoincrement_column
    if column is not None:
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        highest = func.max(column)
        await target.execute(select(func.setval(sequence, func.coalesce(highest, 1), highest.is_not(None))))
