"""Copies everything from one database to another."""

from collections.abc import Mapping

from sqlalchemy import ColumnElement, Table, delete, func, insert, select, true, tuple_

from bot.database import Database, Link, Unusable, open_database
from bot.database.schema import metadata, notes

CHUNK = 500
COPY = "copy"
"""The key of a note that marks an unused copy; only such a database may be overwritten."""


async def move(source: str, target: str) -> Mapping[str, int]:
    """Copies all or nothing, and may be repeated. Returns how many rows each table has now, in both."""
    if source == target:
        raise Unusable("These are the same database. Name two different ones.")
    origin = await open_database(source, exclusive=True)
    try:
        destination = await open_database(target, exclusive=True)
        try:
            return await _copy(origin, destination)
        finally:
            await destination.close()
    finally:
        await origin.close()


async def take_into_use(database: Database) -> None:
    """Removes the mark of an unused copy: from now on this database must not be overwritten."""
    async with database.transaction() as connection:
        await connection.execute(delete(notes).where(notes.c.key == COPY))


async def _copy(origin: Database, destination: Database) -> Mapping[str, int]:
    async with origin.reading() as source, destination.transaction() as target:
        await _clear(target)
        for table in metadata.sorted_tables:
            await _copy_table(table, source, target)
            await _advance_sequence(table, target)
        counts = {table.name: await _count(table, source) for table in metadata.sorted_tables}
        for table in metadata.sorted_tables:
            if await _count(table, target) != counts[table.name]:
                raise Unusable(f"The copy of {table.name} is not complete; nothing was changed.")
        await target.execute(insert(notes).values(key=COPY, value=""))
    return counts


async def _clear(target: Link) -> None:
    used = [table.name for table in metadata.sorted_tables if await _count(table, target)]
    copied = (await target.execute(select(notes).where(notes.c.key == COPY))).first()
    if used and copied is None:
        raise Unusable("The database to move to is in use: it is not empty. Nothing was changed.")
    for table in reversed(metadata.sorted_tables):
        await target.execute(delete(table))


async def _copy_table(table: Table, source: Link, target: Link) -> None:
    """Copies the rows in the order of their keys, a chunk at a time."""
    keys = [*table.primary_key.columns]
    query = select(table).where(_belongs(table)).order_by(*keys).limit(CHUNK)
    rows = (await source.execute(query)).mappings().all()
    while rows:
        await target.execute(insert(table), [dict(row) for row in rows])
        last = [rows[-1][key.name] for key in keys]
        rows = (await source.execute(query.where(tuple_(*keys) > tuple_(*last)))).mappings().all()


def _belongs(table: Table) -> ColumnElement[bool]:
    """Selects all rows but the mark of a copy."""
    return notes.c.key != COPY if table is notes else true()


async def _count(table: Table, connection: Link) -> int:
    query = select(func.count()).select_from(table).where(_belongs(table))
    return (await connection.execute(query)).scalar_one()


async def _advance_sequence(table: Table, target: Link) -> None:
    """PostgreSQL numbers new rows from a sequence, which has to go on after the highest copied number."""
    column = table.autoincrement_column
    if target.dialect.name == "postgresql" and column is not None:
        sequence = func.pg_get_serial_sequence(table.name, column.name)
        highest = func.max(column)
        await target.execute(select(func.setval(sequence, func.coalesce(highest, 1), highest.is_not(None))))
