"""Compares the tables that are there with those that this version expects. Changes nothing.

Tables and indexes that a host added are left alone, and are no difference.
"""

from collections.abc import Iterator

from sqlalchemy import Connection

from bot.database.real import real
from bot.database.shape import ColumnShape, IndexShape, TableShape, expected


def differences(connection: Connection) -> list[str]:
    """Each in a few words that name the table and the column; empty if all is as expected."""
    found = real(connection)
    return [
        text
        for name, table in expected(connection.dialect).items()
        for text in _of_table(name, table, found.get(name))
    ]


def _of_table(name: str, wanted: TableShape, found: TableShape | None) -> Iterator[str]:
    if found is None:
        yield f"the table {name} is missing"
        return
    for column, shape in wanted.columns.items():
        yield from _of_column(f"{name}.{column}", shape, found.columns.get(column))
    for column in found.columns.keys() - wanted.columns.keys():
        yield f"{name}.{column} should not be there"
    if found.key != wanted.key:
        yield f"the key of {name} is ({', '.join(found.key)}) instead of ({', '.join(wanted.key)})"
    for column, target in sorted(wanted.references - found.references):
        yield f"{name}.{column} does not refer to {target}"
    for column, target in sorted(found.references - wanted.references):
        yield f"{name}.{column} should not refer to {target}"
    if found.without_rowid != wanted.without_rowid:
        yield f"{name} was made {'with' if wanted.without_rowid else 'without'} row ids"
    for index, kind in sorted(wanted.indexes.items()):
        yield from _of_index(f"the index {index} of {name}", kind, found.indexes.get(index))


def _of_column(name: str, wanted: ColumnShape, found: ColumnShape | None) -> Iterator[str]:
    if found is None:
        yield f"{name} is missing"
        return
    if found.type != wanted.type:
        yield f"{name} is of type {found.type} instead of {wanted.type}"
    if found.required != wanted.required:
        yield f"{name} {'can' if wanted.required else 'can not'} be empty"
    if found.default != wanted.default:
        yield f"the default of {name} is {found.default or 'missing'} instead of {wanted.default or 'none'}"


def _of_index(name: str, wanted: IndexShape, found: IndexShape | None) -> Iterator[str]:
    if found is None:
        yield f"{name} is missing"
    elif found != wanted:
        yield f"{name} is {_text(found)} instead of {_text(wanted)}"


def _text(index: IndexShape) -> str:
    only = f" where {index.only}" if index.only else ""
    return f"{'unique ' if index.unique else ''}on ({', '.join(index.columns)}){only}"
