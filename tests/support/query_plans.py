"""Shows how SQLite runs a query: with an index, or by reading every row."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import Connection, event

from bot.database import Database

Query: TypeAlias = tuple[str, Any]


@asynccontextmanager
async def recorded_queries(database: Database) -> AsyncIterator[list[Query]]:
    """Records all SELECT statements inside the block, with their parameters."""
    queries: list[Query] = []
    async with database.reading() as connection:
        engine = await connection.run_sync(lambda each: each.engine)

    def record(_c: object, _u: object, statement: str, parameters: Any, _x: object, _m: object) -> None:
        if statement.startswith("SELECT"):
            queries.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", record)
    yield queries
    event.remove(engine, "before_cursor_execute", record)


async def plan_of(database: Database, query: Query) -> list[str]:
    """SQLite's plan for a query, one line for each step."""
    async with database.reading() as connection:
        return await connection.run_sync(partial(_steps, *query))


def _steps(statement: str, parameters: Any, connection: Connection) -> list[str]:
    return [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
