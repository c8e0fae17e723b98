"""One kind of upsert serves both databases: SQLAlchemy doesn't promise it, so it is tried."""

from typing import Any

import pytest
from sqlalchemy import Dialect, select
from sqlalchemy.dialects import postgresql, sqlite

from bot.database import open_database
from bot.database.schema import guilds, notes
from bot.database.upsert import upsert


@pytest.mark.parametrize("kind", [sqlite, postgresql], ids=["sqlite", "postgresql"])
def test_an_upsert_compiles_for_both_databases(kind: Any) -> None:
    dialect: Dialect = kind.dialect()
    values = upsert(notes).values(key="k", value="v")
    changed = values.on_conflict_do_update(index_elements=["key"], set_={"value": values.excluded.value})
    assert "DO UPDATE SET value = excluded.value" in str(changed.compile(dialect=dialect))
    assert "ON CONFLICT DO NOTHING" in str(values.on_conflict_do_nothing().compile(dialect=dialect))


async def test_an_upsert_changes_a_row_that_is_there_or_leaves_it(address: str) -> None:
    database = await open_database(address)
    first, second = (upsert(notes).values(key="k", value=value) for value in ("old", "new"))
    async with database.writing() as connection:
        await connection.execute(first)
        await connection.execute(second.on_conflict_do_nothing())
        assert (await connection.execute(select(notes.c.value))).scalar() == "old"
        await connection.execute(
            second.on_conflict_do_update(index_elements=["key"], set_={"value": second.excluded.value})
        )
        assert (await connection.execute(select(notes.c.value))).scalar() == "new"
    await database.close()


async def test_an_upsert_can_be_limited_to_some_rows(address: str) -> None:
    database = await open_database(address)
    statements = [
        upsert(guilds)
        .values(id=1, left=moment)
        .on_conflict_do_update(index_elements=["id"], set_={"left": moment}, where=guilds.c.left.is_(None))
        for moment in (1.0, 2.0)
    ]
    async with database.writing() as connection:
        for statement in statements:
            await connection.execute(statement)
        assert (await connection.execute(select(guilds.c.left))).scalar() == 1.0
    await database.close()
