"""Another program's database is refused, and is never touched."""

from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from bot.database import Unusable, open_database
from bot.database.upgrade import Owner, pending_steps, whose
from tests.support.steps.catalogue import contents, definitions, run

VERSION = "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL)"
FOREIGN = {
    "another program's tables": ["CREATE TABLE songs (id INTEGER)", "INSERT INTO songs VALUES (1)"],
    "a table named like ours": ["CREATE TABLE duels (id INTEGER, title VARCHAR)"],
    "another program's version": [VERSION, "INSERT INTO alembic_version VALUES ('ae1027a6acf')"],
    "its tables with a version like ours": [
        "CREATE TABLE duels (id INTEGER, title VARCHAR)",
        VERSION,
        "INSERT INTO alembic_version VALUES ('0003')",
    ],
    "two versions": [
        VERSION,
        "CREATE TABLE songs (id INTEGER)",
        "INSERT INTO alembic_version VALUES ('0001')",
        "INSERT INTO alembic_version VALUES ('0002')",
    ],
}


def execute(statements: list[str], connection: Connection) -> None:
    for statement in statements:
        connection.execute(text(statement))


@pytest.mark.parametrize("what", FOREIGN)
async def test_another_programs_database_is_refused_and_left_alone(what: str, bare: str) -> None:
    await run(bare, partial(execute, FOREIGN[what]))
    before = await contents(bare)
    assert await run(bare, whose) is Owner.FOREIGN
    assert await run(bare, pending_steps) == []
    with pytest.raises(Unusable, match="belongs to another program"):
        await open_database(bare)
    assert await contents(bare) == before


async def test_not_a_byte_of_another_programs_file_changes(tmp_path: Path) -> None:
    path = tmp_path / "songs.db"
    await run(f"sqlite:///{path}", partial(execute, FOREIGN["another program's tables"]))
    before = path.read_bytes()
    with pytest.raises(Unusable, match="it holds songs"):
        await open_database(f"sqlite:///{path}")
    assert path.read_bytes() == before


async def test_a_database_without_tables_is_empty(bare: str) -> None:
    assert await run(bare, whose) is Owner.EMPTY


async def test_a_database_of_this_or_a_newer_version_is_ours(address: str) -> None:
    assert await run(address, whose) is Owner.OURS
    await run(address, partial(execute, ["UPDATE alembic_version SET version_num = '9999'"]))
    assert await run(address, whose) is Owner.OURS
    assert await run(address, pending_steps) == []
    before = await contents(address)
    with pytest.raises(Unusable, match="A newer Gauntlet made this database"):
        await open_database(address)
    assert await contents(address) == before


@pytest.mark.parametrize("step", ["0001", "0012"])
async def test_a_database_of_an_older_version_is_left_alone_and_told_what_to_do(
    step: str, address: str
) -> None:
    await run(address, partial(execute, [f"UPDATE alembic_version SET version_num = '{step}'"]))  # noqa: S608
    before = await contents(address)
    assert await run(address, pending_steps) == []
    with pytest.raises(Unusable, match=rf"\(step {step}\).*start Gauntlet's commit c380a778 on it once"):
        await open_database(address)
    assert await contents(address) == before


async def test_an_empty_list_of_steps_is_no_new_database(bare: str, fresh: dict[str, Any]) -> None:
    await run(
        bare, partial(execute, [f"{VERSION[:-1]}, CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"])
    )
    assert await run(bare, whose) is Owner.EMPTY
    await (await open_database(bare)).close()
    assert await definitions(bare) == fresh


async def test_a_table_that_a_host_added_makes_it_no_less_ours(address: str) -> None:
    await run(address, partial(execute, ["CREATE TABLE mine (id INTEGER)"]))
    assert await run(address, whose) is Owner.OURS
