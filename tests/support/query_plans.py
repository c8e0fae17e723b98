"""How SQLite answers a question: from an index, or by looking at every row."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, TypeAlias

from sqlalchemy import Connection, event

from bot.database import Database

Question: TypeAlias = tuple[str, Any]


@asynccontextmanager
async def asked(database: Database) -> AsyncIterator[list[Question]]:
    """What SQLAlchemy is asked meanwhile, with its parameters."""
    questions: list[Question] = []
    async with database.reading() as connection:
        engine = await connection.run_sync(lambda each: each.engine)

    def note(_c: object, _u: object, statement: str, parameters: Any, _x: object, _m: object) -> None:
        if statement.startswith("SELECT"):
            questions.append((statement, parameters))

    event.listen(engine, "before_cursor_execute", note)
    yield questions
    event.remove(engine, "before_cursor_execute", note)


async def plan_of(database: Database, question: Question) -> list[str]:
    """One line for each step."""
    async with database.reading() as connection:
        return await connection.run_sync(partial(_steps, *question))


def _steps(statement: str, parameters: Any, connection: Connection) -> list[str]:
    return [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", parameters)]
