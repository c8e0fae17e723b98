"""A new database is made at once, and is the same as one that ran every step."""

from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from bot.database import open_database
from bot.database.schema import metadata
from bot.database.upgrade import upgrade
from tests.support.steps.catalogue import contents, definitions, run


async def test_all_steps_build_the_tables_of_a_new_database(bare: str, fresh: dict[str, Any]) -> None:
    await run(bare, upgrade)
    assert await definitions(bare) == fresh
    assert await run(bare, unlike_the_schema) == []


def unlike_the_schema(connection: Connection) -> object:
    return compare_metadata(MigrationContext.configure(connection), metadata)


async def test_a_new_database_runs_no_step(bare: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.database.base.upgrade", None)
    await (await open_database(bare)).close()
    assert await run(bare, unlike_the_schema) == []


async def test_an_empty_list_of_steps_is_no_new_database(bare: str, fresh: dict[str, Any]) -> None:
    table = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
    await run(bare, lambda connection: connection.exec_driver_sql(table))
    assert (await definitions(bare)).keys() == fresh.keys()
    assert any("duels" in each for each in await contents(bare))
