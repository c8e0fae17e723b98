"""The shape of tables: what is compared of them, and what `bot.database.schema` says that it should be."""

from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Column, Dialect, False_, Index, Table, True_

from bot.database.schema import metadata

POSTGRESQL = "postgresql"
NUMBERED = "nextval"
"""The default of a column that PostgreSQL numbers."""
PARTIAL = "some rows"
"""Stands for the condition of an index on PostgreSQL, which words it in its own way."""
LONG_NAMES = {"varchar": "character varying"}
"""How PostgreSQL calls types, where it is not how they are written."""


@dataclass(frozen=True, slots=True)
class ColumnShape:
    type: str
    required: bool
    default: str | None


@dataclass(frozen=True, slots=True)
class IndexShape:
    columns: tuple[str, ...]
    unique: bool
    only: str | None
    """The condition for a row to be in it; None: every row is."""


@dataclass(slots=True)
class TableShape:
    columns: dict[str, ColumnShape] = field(default_factory=dict)
    key: tuple[str, ...] = ()
    references: set[tuple[str, str]] = field(default_factory=set)
    """Columns, and what each refers to, as `table.column`."""
    indexes: dict[str, IndexShape] = field(default_factory=dict)
    without_rowid: bool = False


def expected(dialect: Dialect) -> dict[str, TableShape]:
    return {table.name: _table(table, dialect) for table in metadata.sorted_tables}


def plain(default: str | None) -> str | None:
    """A default without the quotes and casts that databases put around it."""
    if default is None:
        return None
    text = default.partition("::")[0].partition("(")[0].strip("'").lower()
    return {"false": "0", "true": "1"}.get(text, text)


def words(text: str) -> str:
    """A condition in one line."""
    return " ".join(text.split())


def _table(table: Table, dialect: Dialect) -> TableShape:
    on_server = dialect.name == POSTGRESQL
    return TableShape(
        {column.name: _column(column, dialect) for column in table.columns},
        tuple(column.name for column in table.primary_key.columns),
        {(key.parent.name, key.target_fullname) for key in table.foreign_keys},
        {str(index.name): _index(index, on_server=on_server) for index in table.indexes},
        not on_server and table.dialect_options["sqlite"]["with_rowid"] is False,
    )


def _column(column: Column[Any], dialect: Dialect) -> ColumnShape:
    name = column.type.compile(dialect).lower()
    if dialect.name != POSTGRESQL:
        return ColumnShape(name, not column.nullable, _default(column))
    numbered = column.table.autoincrement_column is column
    default = NUMBERED if numbered else _default(column)
    return ColumnShape(LONG_NAMES.get(name, name), not column.nullable, default)


def _default(column: Column[Any]) -> str | None:
    given: Any = column.server_default
    if given is None:
        return None
    match given.arg:
        case True_():
            return "1"
        case False_():
            return "0"
        case text:
            return plain(str(text))


def _index(index: Index, *, on_server: bool) -> IndexShape:
    columns = tuple(str(each).rpartition(".")[2] for each in index.expressions)
    only = index.dialect_options["sqlite"]["where"]
    if only is None:
        return IndexShape(columns, bool(index.unique), None)
    return IndexShape(columns, bool(index.unique), PARTIAL if on_server else words(str(only)))
