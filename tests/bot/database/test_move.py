"""Everything moves from one kind of database to the other, and back."""

from pathlib import Path

import pytest
from sqlalchemy import insert

from bot.database import Unusable, open_database
from bot.database.move import move, take_into_use
from bot.database.schema import metadata, notes, resets
from tests.support.arenas import ANN, BEN, GUILD, open_rig
from tests.support.databases import rows


async def furnish(address: str, later: float = 0.0) -> None:
    """Duels, picks, blocks, notes, and a table that counts up."""
    rig = await open_rig(address)
    rig.time.now += later
    duel = await rig.duel()
    await rig.arena.pick(duel.id, ANN, "7", 1)
    await rig.arena.pick(duel.id, BEN, "3", 1)
    await rig.storage.block(ANN, BEN)
    await rig.storage.set_note("a", "b")
    values = {"guild": GUILD, "game": "x", "counted": 1, "at": 1.5, "person": ANN, "undone": False}
    async with rig.database.transaction() as connection:
        await connection.execute(insert(resets).values(**values))
    await rig.close()


async def contents(address: str) -> dict[str, list[tuple[object, ...]]]:
    found = {}
    for table in metadata.sorted_tables:
        columns = ", ".join(f'"{column.name}"' for column in table.columns)
        where = " WHERE key <> 'copy'" if table is notes else ""
        query = f"SELECT {columns} FROM {table.name}{where}"  # noqa: S608
        found[table.name] = sorted(await rows(address, query), key=repr)
    return found


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/from.db"


async def test_everything_moves_there_and_back(file: str, postgresql: str, tmp_path: Path) -> None:
    await furnish(file)
    counts = await move(file, postgresql)
    assert counts["picks"] == 2
    assert await contents(postgresql) == await contents(file)
    back = f"sqlite:///{tmp_path}/back.db"
    assert await move(postgresql, back) == counts
    assert await contents(back) == await contents(file)


async def test_a_moved_database_goes_on_counting(file: str, postgresql: str) -> None:
    await furnish(file)
    await move(file, postgresql)
    await furnish(postgresql, later=60)
    assert await rows(postgresql, "SELECT id FROM resets ORDER BY id") == [(1,), (2,)]


async def test_a_move_may_be_repeated_until_somebody_uses_the_copy(file: str, tmp_path: Path) -> None:
    copy = f"sqlite:///{tmp_path}/copy.db"
    await furnish(file)
    await move(file, copy)
    assert (await move(file, copy))["duels"] == 1
    database = await open_database(copy)
    await take_into_use(database)
    await database.close()
    with pytest.raises(Unusable, match="in use"):
        await move(file, copy)


async def test_a_database_that_is_in_use_is_left_alone(file: str, tmp_path: Path) -> None:
    other = f"sqlite:///{tmp_path}/other.db"
    await furnish(file)
    await furnish(other)
    before = await contents(other)
    with pytest.raises(Unusable, match="not empty"):
        await move(file, other)
    assert await contents(other) == before


async def test_a_database_is_not_moved_onto_itself(file: str) -> None:
    with pytest.raises(Unusable, match="same"):
        await move(file, file)
