"""Statements that every duel needs, put into SQL once and then given to the driver as they are.

To run a statement through SQLAlchemy takes several times as long as the driver itself needs.
"""

from collections import namedtuple
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Dialect, Executable, SelectBase

S = TypeVar("S", bound=Executable)
Values: TypeAlias = Mapping[str, Any]

_PREPARED: set[Executable] = set()
_KNOWN: dict[tuple[Executable, str, tuple[str, ...]], "Sql"] = {}


def prepared(statement: S) -> S:
    """Made once, at the head of a module. What it is given are plain values, each for a name of its own."""
    _PREPARED.add(statement)
    return statement


def is_prepared(statement: Executable) -> bool:
    return statement in _PREPARED


@dataclass(frozen=True, slots=True)
class Sql:
    text: str
    names: tuple[str, ...]
    """Of its parameters, in their order."""
    fixed: Values
    row: Any
    """What makes a row of values, if it has rows."""

    def arguments(self, values: Values) -> list[Any]:
        return [values[name] if name in values else self.fixed[name] for name in self.names]

    def rows(self, found: Iterable[Iterable[Any]], count: int) -> "Rows":
        return Rows(map(self.row, found) if self.row else (), count)


def sql_of(statement: Any, values: Values, dialect: Dialect) -> Sql:
    key = statement, dialect.name, tuple(values)
    known = _KNOWN.get(key)
    if known is None:
        known = _KNOWN[key] = _compiled(statement, values, dialect)
    return known


def _compiled(statement: Any, values: Values, dialect: Dialect) -> Sql:
    if isinstance(statement, SelectBase):
        sql: Any = statement.compile(dialect=dialect)
        row: Any = namedtuple("Found", statement.selected_columns.keys(), rename=True)  # type: ignore[misc]
        return Sql(str(sql), tuple(sql.positiontup), dict(sql.params), row._make)
    sql = statement.compile(dialect=dialect, column_keys=[*values])
    return Sql(str(sql), tuple(sql.positiontup), dict(sql.params), None)


class Rows(list[Any]):
    """As much of SQLAlchemy's result as is asked of it."""

    def __init__(self, rows: Iterable[Any], count: int) -> None:
        super().__init__(rows)
        self.rowcount = count

    def all(self) -> Sequence[Any]:
        return self

    def first(self) -> Any:
        return self[0] if self else None

    one_or_none = first

    def scalars(self) -> list[Any]:
        return [row[0] for row in self]

    def scalar(self) -> Any:
        return self[0][0] if self else None
