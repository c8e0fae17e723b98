"""Statements that every duel needs: compiled to SQL once, then given straight to the driver.

To execute a statement through SQLAlchemy takes several times as long as the driver itself needs.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, TypeAlias, TypeVar

from sqlalchemy import Dialect, Executable, SelectBase
from sqlalchemy.exc import MultipleResultsFound

S = TypeVar("S", bound=Executable)
Values: TypeAlias = Mapping[str, Any]
_PREPARED: set[Executable] = set()


def prepared(statement: S) -> S:
    """Marks a statement as prepared. Call it at the head of a module: every result is compiled once.

    The parameters of a prepared statement are plain values, each with a name of its own.
    """
    _PREPARED.add(statement)
    return statement


def is_prepared(statement: Executable) -> bool:
    return statement in _PREPARED


@dataclass(frozen=True, slots=True)
class Sql:
    text: str
    arguments: Callable[[Values], Sequence[Any]]
    """Puts the values into the order of their placeholders."""
    row: Any
    """Makes a row from a sequence of values; None if the statement returns no rows."""

    def rows(self, found: Iterable[Iterable[Any]], count: int) -> "Rows":
        return Rows(map(self.row, found) if self.row else (), count)


class Compiler:
    """Compiles the prepared statements of one database, each once."""

    def __init__(self, dialect: Dialect) -> None:
        self.dialect = dialect
        self._known: dict[tuple[Executable, tuple[str, ...]], Sql] = {}

    def sql_of(self, statement: Any, values: Values) -> Sql:
        key = statement, tuple(values)
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = _compiled(statement, values, self.dialect)
        return known


def _compiled(statement: Any, values: Values, dialect: Dialect) -> Sql:
    if isinstance(statement, SelectBase):
        sql: Any = statement.compile(dialect=dialect)
        row: Any = namedtuple("Found", statement.selected_columns.keys(), rename=True)  # type: ignore[misc]
        return Sql(str(sql), _arguments(sql, values), row._make)
    sql = statement.compile(dialect=dialect, column_keys=[*values])
    return Sql(str(sql), _arguments(sql, values), None)


def _arguments(sql: Any, values: Values) -> Callable[[Values], Sequence[Any]]:
    """`positiontup` is SQLAlchemy's order of the placeholders; both dialects number them. `itemgetter` is
    several times as fast, but can't know values that are fixed in the statement."""
    names, fixed = tuple(sql.positiontup), dict(sql.params)
    if len(names) > 1 and values.keys() >= {*names}:
        return itemgetter(*names)
    return lambda given: [given[name] if name in given else fixed[name] for name in names]


class Rows(list[Any]):
    """The result of a prepared statement: those methods of SQLAlchemy's `CursorResult` that we use."""

    def __init__(self, rows: Iterable[Any], count: int) -> None:
        super().__init__(rows)
        self.rowcount = count

    def all(self) -> Sequence[Any]:
        return self

    def first(self) -> Any:
        return self[0] if self else None

    def one_or_none(self) -> Any:
        if len(self) > 1:
            raise MultipleResultsFound("Multiple rows were found when one or none was required")
        return self.first()

    def scalars(self) -> list[Any]:
        return [row[0] for row in self]

    def scalar(self) -> Any:
        return self[0][0] if self else None
