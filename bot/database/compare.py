"""Compares the tables that are there with those that this version expects. Changes nothing.

Tables and indexes that a host added are left alone, and are no difference.
"""

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, Index, inspect
from sqlalchemy.schema import CreateIndex

from bot.database.schema import metadata

POSTGRESQL = "postgresql"
FILE_INDEXES = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
SERVER_INDEXES = """
SELECT i.relname, replace(pg_get_indexdef(x.indexrelid, 0, true), ' USING btree', '')
FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid
WHERE pg_table_is_visible(x.indrelid) AND x.indisvalid
"""
PARTIAL = "some rows"
"""Stands for the condition of an index on PostgreSQL, which words it in its own way."""


def differences(connection: Connection) -> list[str]:
    """Each in a few words that name the table and the column; empty if all is as expected."""
    options = {
        "compare_type": True,
        "compare_server_default": True,
        "include_name": _is_expected,
        "include_object": _is_no_index,
    }
    found = compare_metadata(MigrationContext.configure(connection, opts=options), metadata)
    names = [table for table in metadata.tables if table in inspect(connection).get_table_names()]
    return [
        *map(_text, chain.from_iterable(each if isinstance(each, list) else [each] for each in found)),
        *_of_keys(connection, names),
        *_of_indexes(connection, names),
    ]


def _is_expected(name: str | None, kind: str, _parents: object) -> bool:
    return kind != "table" or name in metadata.tables


def _is_no_index(_item: object, _name: str | None, kind: str, _reflected: object, _other: object) -> bool:
    """Alembic sees neither the order nor the condition of an index; `_of_indexes` does."""
    return kind not in {"index", "unique_constraint"}


def _text(difference: tuple[Any, ...]) -> str:
    match difference:
        case ("add_table", table):
            text = f"the table {table.name} is missing"
        case ("add_column", _, table, column):
            text = f"{table}.{column.name} is missing"
        case ("remove_column", _, table, column):
            text = f"{table}.{column.name} should not be there"
        case ("modify_type", _, table, column, _, found, wanted):
            text = f"{table}.{column} is of type {found} instead of {wanted}"
        case ("modify_nullable", _, table, column, _, found, _):
            text = f"{table}.{column} {'can' if found else 'can not'} be empty"
        case ("modify_default", _, table, column, _, found, wanted):
            text = f"the default of {table}.{column} is {_plain(found)} instead of {_plain(wanted)}"
        case ("add_fk", key):
            text = f"{_named(key)} does not refer to {key.elements[0].target_fullname}"
        case ("remove_fk", key):
            text = f"{_named(key)} should not refer to {key.elements[0].target_fullname}"
        case _:
            text = str(difference)
    return text


def _plain(default: Any) -> str:
    return str(default.arg) if default else "missing"


def _named(key: Any) -> str:
    return f"{key.parent.name}.{key.column_keys[0]}"


def _of_keys(connection: Connection, names: Iterable[str]) -> Iterator[str]:
    seen = inspect(connection)
    for name in names:
        table = metadata.tables[name]
        found, wanted = seen.get_pk_constraint(name)["constrained_columns"], table.primary_key.columns.keys()
        if found != wanted:
            yield f"the key of {name} is ({', '.join(found)}) instead of ({', '.join(wanted)})"
        if connection.dialect.name == POSTGRESQL:
            continue
        has_row_ids = seen.get_table_options(name).get("sqlite_with_rowid", True)
        if has_row_ids != table.dialect_options["sqlite"]["with_rowid"]:
            yield f"{name} was made {'with' if has_row_ids else 'without'} row ids"


def _of_indexes(connection: Connection, names: Iterable[str]) -> Iterator[str]:
    on_server = connection.dialect.name == POSTGRESQL
    there = connection.exec_driver_sql(SERVER_INDEXES if on_server else FILE_INDEXES)
    found = {name: _definition(sql, on_server=on_server) for name, sql in there.all()}
    for index in chain.from_iterable(metadata.tables[name].indexes for name in names):
        wanted = _definition(_sql(index, connection), on_server=on_server)
        what = f"the index {index.name} of {index.table}"
        if str(index.name) not in found:
            yield f"{what} is missing"
        elif found[str(index.name)] != wanted:
            yield f"{what} is {found[str(index.name)]} instead of {wanted}"


def _sql(index: Index, connection: Connection) -> str:
    return str(CreateIndex(index).compile(dialect=connection.dialect))


def _definition(sql: str, *, on_server: bool) -> str:
    """What stands after the name of the table, as in `unique on (guild, counted)`."""
    start, _, rest = " ".join(sql.split()).partition("(")
    columns, where, condition = rest.partition(" WHERE ")
    only = f" where {PARTIAL if on_server else condition}" if where else ""
    return f"{'unique ' if ' UNIQUE ' in start else ''}on ({columns}{only}"
