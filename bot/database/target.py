"""A database to move to: it has to be empty, or an earlier copy that nobody has used."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial

from sqlalchemy import ColumnElement, Connection, Select, Table, func, select, true
from sqlalchemy.exc import DBAPIError

from bot.database.base import SQLITE, Unusable, refuse
from bot.database.file.check import check_file, looked_into
from bot.database.file.disk import explained
from bot.database.file.journal import undo_half_written
from bot.database.file.lock import FileLocks
from bot.database.file.restore import finish_restore
from bot.database.mark import COPY
from bot.database.schema import metadata, notes
from bot.database.upgrade import tables_of


async def look_at_target(address: str, moved: Mapping[str, int]) -> None:
    """Refuses a database that must not be overwritten, before its tables are brought up to date. `moved` says
    how many rows of each table will take the place of those in it."""
    if address.startswith(SQLITE):
        await asyncio.to_thread(_look_at_file, address.removeprefix(SQLITE), moved)
    else:
        await _look_at_server(address, moved)


@dataclass(frozen=True, slots=True)
class Target:
    there: Mapping[str, int]
    """How many rows each of its tables has."""
    is_copy: bool
    """Whether it has the mark of a copy that nobody has used."""

    def require_unused(self, moved: Mapping[str, int]) -> None:
        if any(self.there.values()) and not self.is_copy:
            raise Unusable("The database to move to is in use: it is not empty. Nothing was changed.")
        for table, count in self.there.items():
            if count > moved[table]:
                raise Unusable(
                    f"The database to move to holds more than the one to move from ({table}: {count:,} "
                    f"instead of {moved[table]:,}). Nothing was changed. Move to an empty database instead."
                )


def refuse_in_use(connection: Connection, moved: Mapping[str, int]) -> None:
    """Also for tables of an older version. Changes nothing."""
    present = tables_of(connection)
    tables = [table for table in metadata.sorted_tables if table.name in present]
    there = {table.name: connection.execute(count_of(table)).scalar_one() for table in tables}
    Target(there, is_copy=_is_marked(connection, present)).require_unused(moved)


def count_of(table: Table) -> Select[int]:
    return select(func.count()).select_from(table).where(belongs(table))


def belongs(table: Table) -> ColumnElement[bool]:
    """Selects all rows but the mark of a copy."""
    return notes.c.key != COPY if table is notes else true()


def _is_marked(connection: Connection, present: Collection[str]) -> bool:
    if notes.name not in present:
        return False
    return connection.execute(select(notes.c.key).where(notes.c.key == COPY)).first() is not None


def _look_at_file(path: str, moved: Mapping[str, int]) -> None:
    locks = FileLocks(path)
    try:
        with explained(path):
            locks.take_name()
            finish_restore(locks.path)
            undo_half_written(locks.path)
            if check_file(locks.path) is not None:
                with looked_into(locks.path) as connection:
                    refuse_in_use(connection, moved)
    finally:
        locks.release()


def _look(connection: Connection, moved: Mapping[str, int]) -> None:
    refuse(connection)
    refuse_in_use(connection, moved)


async def _look_at_server(address: str, moved: Mapping[str, int]) -> None:
    from bot.database.postgres.connection import REFUSED  # noqa: PLC0415 - needs PostgreSQL's driver
    from bot.database.postgres.pool import MIGRATION_LIMIT  # noqa: PLC0415
    from bot.database.postgres.tables import look_at_tables  # noqa: PLC0415

    try:
        await look_at_tables(address, partial(_look, moved=moved), MIGRATION_LIMIT)
    except REFUSED as problem:
        reason = str(problem.orig if isinstance(problem, DBAPIError) else problem) or "it does not answer"
        raise Unusable(f"Can't use the database to move to: {reason}.") from problem
