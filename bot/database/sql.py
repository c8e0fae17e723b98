"""How SQL is run: statements of SQLAlchemy Core are compiled once, drivers execute them, and rows come back.

To find a row of SQLite by its key takes 12 µs through SQLAlchemy's own connections, and 1 through the driver.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias
from weakref import WeakKeyDictionary

from sqlalchemy import Dialect, Executable, TextClause
from sqlalchemy.exc import MultipleResultsFound, NoResultFound

Values: TypeAlias = Mapping[str, Any]
Process: TypeAlias = Callable[[Any], Any]
NOTHING: Values = {}


class Link(Protocol):
    """What those who read or write are given."""

    async def execute(self, statement: Executable, values: Values | Sequence[Values] = NOTHING) -> "Rows":
        """Executes a statement once, or once for each of several mappings of values, which find no rows."""


class Rows(list[Any]):
    """What a statement found. Rows have names, unless the statement is plain text."""

    def __init__(self, rows: Iterable[Any], count: int) -> None:
        super().__init__(rows)
        self.rowcount = count
        """How many rows were found or changed."""

    def first(self) -> Any:
        return self[0] if self else None

    def one_or_none(self) -> Any:
        if len(self) > 1:
            raise MultipleResultsFound("Multiple rows were found when one or none was required")
        return self.first()

    def one(self) -> Any:
        if not self:
            raise NoResultFound("No row was found when one was required")
        return self.one_or_none()

    def scalars(self) -> list[Any]:
        return [row[0] for row in self]

    def scalar(self) -> Any:
        return self[0][0] if self else None

    def mappings(self) -> list[dict[str, Any]]:
        return [row._asdict() for row in self]


@dataclass(frozen=True, slots=True)
class Sql:
    text: str
    arguments: Callable[[Values], Sequence[Any]]
    """Puts the values into the order of their placeholders."""
    row: Callable[[Iterable[Any]], Any] | None
    """Makes a row from a sequence of values; None if the statement finds no rows."""


class Compiler:
    """Compiles the statements for one kind of database, each once."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._known: WeakKeyDictionary[Executable, dict[tuple[str, ...], Sql]] = WeakKeyDictionary()
        """By the names of the values. A statement that was made for one occasion is forgotten after it."""

    def sql_of(self, statement: Executable, values: Values) -> Sql:
        known, names = self._known.setdefault(statement, {}), tuple(values)
        if names not in known:
            known[names] = _compiled(statement, values, self._dialect)
        return known[names]


def _compiled(statement: Any, values: Values, dialect: Dialect) -> Sql:
    """Lists, such as those of `in_`, are written out: each value gets a placeholder of its own."""
    given = {"column_keys": [*values]} if values and statement.is_dml else {}
    sql: Any = statement.compile(dialect=dialect, compile_kwargs={"render_postcompile": True}, **given)
    arguments = _arguments(sql, values, dialect)
    if isinstance(statement, TextClause):
        return Sql(str(sql), arguments, tuple)
    found = statement.exported_columns if statement.is_select else sql.effective_returning
    return Sql(str(sql), arguments, _row(found, dialect) if found else None)


def _arguments(sql: Any, values: Values, dialect: Dialect) -> Callable[[Values], Sequence[Any]]:
    """`positiontup` is SQLAlchemy's order of the placeholders; both dialects number them. What the statement
    itself fixes is worked out once."""
    names = tuple(sql.positiontup)
    processes = {name: _process(sql, name, dialect) for name in names}
    fixed = [None if name in values else _processed(sql.params[name], processes[name]) for name in names]
    places = [(place, name, processes[name]) for place, name in enumerate(names) if name in values]

    def arguments(given: Values) -> Sequence[Any]:
        found = fixed.copy()
        for place, name, process in places:
            found[place] = _processed(given[name], process)
        return found

    return arguments


def _process(sql: Any, name: str, dialect: Dialect) -> Process | None:
    """What makes a value of Python one of the driver. Values of a list have no type; all are plain."""
    bind = sql.binds.get(name)
    return None if bind is None else bind.type.dialect_impl(dialect).bind_processor(dialect)


def _processed(given: Any, process: Process | None) -> Any:
    return given if process is None else process(given)


def _row(columns: Iterable[Any], dialect: Dialect) -> Callable[[Iterable[Any]], Any]:
    """SQLite knows neither truth values nor dates; PostgreSQL's driver answers with Python's own."""
    found: Any = namedtuple("Found", [column.key for column in columns], rename=True)  # type: ignore[misc]
    make: Callable[[Iterable[Any]], Any] = found._make
    if dialect.name != "sqlite":
        return make
    processes = [column.type.dialect_impl(dialect).result_processor(dialect, None) for column in columns]
    places = [(place, process) for place, process in enumerate(processes) if process is not None]
    if not places:
        return make

    def row(values: Iterable[Any]) -> Any:
        found = [*values]
        for place, process in places:
            found[place] = process(found[place])
        return make(found)

    return row
