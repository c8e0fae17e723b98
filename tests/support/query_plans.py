"""Shows how SQLite runs a query: with an index, or by reading every row."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, TypeAlias

from sqlalchemy import Executable, text
from sqlalchemy.dialects import sqlite

from bot.database import Database
from bot.database.sql import NOTHING, Compiler, Sql

Query: TypeAlias = tuple[Executable, Mapping[str, Any]]


@contextmanager
def recorded_queries() -> Iterator[list[Query]]:
    """Records all SELECT statements inside the block, with their values."""
    queries: list[Query] = []
    original = Compiler.sql_of

    def record(compiler: Compiler, statement: Executable, values: Mapping[str, Any]) -> Sql:
        if statement.is_select:
            queries.append((statement, values))
        return original(compiler, statement, values)

    Compiler.sql_of = record  # type: ignore[method-assign, assignment]
    try:
        yield queries
    finally:
        Compiler.sql_of = original  # type: ignore[method-assign]


async def plan_of(
    database: Database, statement: Executable, values: Mapping[str, Any] = NOTHING
) -> list[str]:
    """SQLite's plan for a query, one line for each step."""
    sql = Compiler(sqlite.dialect()).sql_of(statement, values)
    names = {str(number): each for number, each in enumerate(sql.arguments(values))}
    parts = sql.text.split("?")
    asked = "".join(f"{part}:{number}" for number, part in enumerate(parts[:-1])) + parts[-1]
    return [row[-1] for row in await database.execute(text(f"EXPLAIN QUERY PLAN {asked}"), names)]
