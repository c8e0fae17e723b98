"""An SQLite file on a bad day: damaged, or on a disk that is full."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bot.database import Unusable, open_database
from bot.database.sqlite import SqliteFile
from bot.duels.duel import Ending, Reason, Status
from bot.storage.picks import Entry, Pick
from tests.support.arenas import ArenaRig, open_rig

PAGE = 4096
ROOM_ENOUGH = 1 << 20
ADVISED = r"is damaged \(.*\)\. Nothing was changed\. Bring back a backup with `gauntlet restore COPY`"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "gauntlet.db"


async def with_a_duel(path: Path) -> None:
    rig = await open_rig(str(path))
    await rig.duel()
    await rig.close()


def roots(path: Path) -> list[tuple[str, int]]:
    """The first page of every table and index."""
    with closing(sqlite3.connect(path)) as connection:
        query = "SELECT name, rootpage FROM sqlite_master WHERE rootpage > 1"
        return [(name, page) for name, page in connection.execute(query)]


async def test_a_damaged_page_is_found_at_the_start_and_nothing_is_overwritten(path: Path) -> None:
    await with_a_duel(path)
    whole = path.read_bytes()
    for _, page in roots(path):
        start = (page - 1) * PAGE
        damaged = whole[:start] + b"\xa5" * PAGE + whole[start + PAGE :]
        path.write_bytes(damaged)
        with pytest.raises(Unusable, match=ADVISED):
            await open_database(str(path))
        assert path.read_bytes() == damaged
    path.write_bytes(whole)
    await (await open_database(str(path))).close()


async def test_a_file_that_was_cut_short_is_found_too(path: Path) -> None:
    await with_a_duel(path)
    path.write_bytes(path.read_bytes()[: -3 * PAGE])
    with pytest.raises(Unusable, match="is damaged"):
        await open_database(str(path))


async def test_a_file_that_lies_in_a_strange_folder_is_looked_at_as_well(tmp_path: Path) -> None:
    folder = tmp_path / "50% of? what#ever"
    folder.mkdir()
    await with_a_duel(folder / "gauntlet.db")
    await (await open_database(str(folder / "gauntlet.db"))).close()


async def limit(rig: ArenaRig, pages: int) -> SqliteFile:
    """So large may the file become, and no larger."""
    database = rig.database
    assert isinstance(database, SqliteFile)
    await database.writer.execute(f"PRAGMA max_page_count = {pages}")
    return database


@pytest.mark.parametrize("ending", [None, Ending(0, Reason.RESIGNED, 5.0)])
async def test_a_full_disk_saves_nothing_is_named_and_is_over_when_there_is_room(
    path: Path, ending: Ending | None
) -> None:
    rig = await open_rig(str(path))
    duel = await rig.duel()
    picks = tuple(Pick(duel.id, turn, 0, "7", 5.0, closes=False) for turn in range(1, 2000))
    entry = Entry(duel.id, picks, Status.WON if ending else None, ending)
    database = await limit(rig, 1)
    with pytest.raises(sqlite3.OperationalError, match="full"):
        await rig.journal.add(entry)
    assert database.trouble == "The disk with the database is full."
    await limit(rig, ROOM_ENOUGH)
    assert await rig.journal.add(entry)
    assert database.trouble is None
    await rig.close()
