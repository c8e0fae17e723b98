"""Everything moves from one kind of database to the other, and back."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert

from bot.database import Unusable, back_up, open_database
from bot.database.mark import take_into_use
from bot.database.move import move
from bot.database.schema import metadata, notes, resets
from tests.bot.database.file.journal import interrupt_a_change, notes_in
from tests.support.arenas import ANN, BEN, GUILD, open_rig
from tests.support.databases import rows, server_link
from tests.support.steps.kept import plant


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
    async with rig.database.writing() as connection:
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


@pytest.mark.parametrize("name", ["from.db", "../{folder}/from.db", "link.db", "hard.db"])
async def test_a_database_is_not_moved_onto_itself_under_any_name(
    file: str, tmp_path: Path, name: str
) -> None:
    await furnish(file)
    (tmp_path / "link.db").symlink_to("from.db")
    (tmp_path / "hard.db").hardlink_to(tmp_path / "from.db")
    other = f"sqlite:///{tmp_path}/{name.format(folder=tmp_path.name)}"
    with pytest.raises(Unusable, match="same"):
        await move(file, other)
    with pytest.raises(Unusable, match="same"):
        await move(other, file)


async def test_a_server_is_not_moved_onto_itself_under_another_name(postgresql: str) -> None:
    await furnish(postgresql)
    with pytest.raises(Unusable):
        await move(postgresql, f"{postgresql}{'&' if '?' in postgresql else '?'}application_name=x")
    assert len((await contents(postgresql))["duels"]) == 1


@pytest.fixture
async def copy(file: str, tmp_path: Path) -> str:
    """An unused copy, which may be overwritten."""
    address = f"sqlite:///{tmp_path}/copy.db"
    await furnish(file)
    await move(file, address)
    return address


def listing(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


async def test_a_source_that_is_not_there_is_refused_and_not_created(copy: str, tmp_path: Path) -> None:
    before = listing(tmp_path)
    with pytest.raises(Unusable, match=r"^There is no database at .*/typo\.db\.$"):
        await move(f"sqlite:///{tmp_path}/typo.db", copy)
    assert listing(tmp_path) == before


FOREIGN = ("CREATE TABLE songs (title)", "CREATE TABLE duels (id)", "PRAGMA journal_mode=WAL")


@pytest.mark.parametrize(
    ("made_by", "refusal"),
    [
        ((), "is empty"),
        (("PRAGMA journal_mode=WAL",), "is empty"),
        (FOREIGN[:1], "belongs to another program"),
        (FOREIGN[1:2], "belongs to another program"),
        (FOREIGN, "belongs to another program"),
    ],
)
async def test_a_source_that_holds_nothing_or_another_programs_tables_is_refused_as_it_is(
    copy: str, tmp_path: Path, made_by: tuple[str, ...], refusal: str
) -> None:
    source = tmp_path / "source.db"
    source.touch()
    with closing(sqlite3.connect(source)) as connection:
        for statement in made_by:
            connection.execute(statement)
    before = listing(tmp_path)
    with pytest.raises(Unusable, match=refusal):
        await move(f"sqlite:///{source}", copy)
    assert listing(tmp_path) == before


async def test_a_source_of_an_older_version_is_refused_as_it_is(copy: str, file: str, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "from.db")) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '0013'")
    before = listing(tmp_path)
    with pytest.raises(Unusable, match=r"step 0013.*Start the bot on it once"):
        await move(file, copy)
    assert listing(tmp_path) == before


@pytest.mark.parametrize(
    ("statement", "refusal"),
    [
        ("DROP SCHEMA public CASCADE; CREATE SCHEMA public", "is empty"),
        (
            "DROP SCHEMA public CASCADE; CREATE SCHEMA public; CREATE TABLE songs (title text)",
            "belongs to another program",
        ),
        ("UPDATE alembic_version SET version_num = '0013'", "Start the bot on it once"),
        ("UPDATE alembic_version SET version_num = '9999'", "A newer Gauntlet"),
    ],
)
async def test_a_server_from_which_nothing_can_be_moved_is_refused_as_it_is(
    copy: str, postgresql: str, statement: str, refusal: str
) -> None:
    tables = "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace ORDER BY relname"
    async with server_link(postgresql) as link:
        await link.execute(statement)
        before = await link.fetch(tables)
        with pytest.raises(Unusable, match=refusal):
            await move(postgresql, copy)
        assert await link.fetch(tables) == before
    assert len((await contents(copy))["duels"]) == 1


async def test_a_source_is_not_changed_by_being_moved(copy: str, file: str, tmp_path: Path) -> None:
    before = (tmp_path / "from.db").read_bytes()
    await move(file, copy)
    assert (tmp_path / "from.db").read_bytes() == before
    assert not (tmp_path / "from.db-wal").exists()


async def test_what_a_bot_that_was_killed_left_in_its_log_moves_too(file: str, tmp_path: Path) -> None:
    """A reader keeps SQLite from emptying the log when the bot closes the file."""
    with closing(sqlite3.connect(tmp_path / "from.db")) as reader:
        await (await open_database(file)).close()
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM notes").fetchall()
        await furnish(file)
        shutil.copy(tmp_path / "from.db", tmp_path / "killed.db")
        shutil.copy(tmp_path / "from.db-wal", tmp_path / "killed.db-wal")
    assert (tmp_path / "killed.db-wal").stat().st_size
    assert (await move(f"sqlite:///{tmp_path}/killed.db", f"sqlite:///{tmp_path}/to.db"))["duels"] == 1


async def test_a_copy_that_holds_more_than_the_source_is_not_emptied(copy: str, tmp_path: Path) -> None:
    before = await contents(copy)
    bare = f"sqlite:///{tmp_path}/bare.db"
    await (await open_database(bare)).close()
    with pytest.raises(Unusable, match=r"holds more than the one to move from \(\w+: 1 instead of 0\)"):
        await move(bare, copy)
    assert await contents(copy) == before


async def test_a_source_on_which_a_bot_is_running_is_refused(copy: str, file: str) -> None:
    running = await open_database(file)
    with pytest.raises(Unusable, match="Another Gauntlet is running"):
        await move(file, copy)
    await running.close()


async def test_a_file_of_an_older_version_that_is_in_use_is_not_brought_up_to_date(
    file: str, tmp_path: Path
) -> None:
    await furnish(file)
    older = f"sqlite:///{tmp_path}/older.db"
    await plant(older)
    before = (tmp_path / "older.db").read_bytes()
    with pytest.raises(Unusable, match="in use: it is not empty"):
        await move(file, older)
    assert (tmp_path / "older.db").read_bytes() == before
    assert not (tmp_path / "older.db-wal").exists()


async def test_a_server_of_an_older_version_that_is_in_use_is_not_brought_up_to_date(
    file: str, postgresql: str
) -> None:
    await furnish(file)
    async with server_link(postgresql) as link:
        await link.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
        await plant(postgresql)
        step = "SELECT version_num FROM alembic_version"
        before = await link.fetchval(step)
        with pytest.raises(Unusable, match="in use: it is not empty"):
            await move(file, postgresql)
        assert await link.fetchval(step) == before


async def test_an_unused_copy_that_an_older_version_made_may_be_overwritten(
    file: str, tmp_path: Path
) -> None:
    await furnish(file)
    await plant(f"sqlite:///{tmp_path}/older.db")
    with closing(sqlite3.connect(tmp_path / "older.db")) as connection, connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
            if name != "alembic_version":
                connection.execute(f"DELETE FROM {name}")  # noqa: S608
        connection.execute("INSERT INTO notes (key, value) VALUES ('copy', '')")
    assert (await move(file, f"sqlite:///{tmp_path}/older.db"))["duels"] == 1


async def test_a_server_that_can_not_be_reached_gets_a_sentence(file: str) -> None:
    await furnish(file)
    with pytest.raises(Unusable, match=r"^Can't use the database to move to: .*\.$"):
        await move(file, "postgresql://bot@127.0.0.1:1/nowhere")


@pytest.fixture
async def restored(file: str, tmp_path: Path) -> str:
    """A database without duels; a restore that was interrupted puts one with a duel in its place."""
    await furnish(file)
    address = f"sqlite:///{tmp_path}/restored.db"
    await (await open_database(address)).close()
    await back_up(file, f"{tmp_path}/restored.db.restored-20261117-010203")
    return address


@pytest.mark.parametrize("progress", ["decided", "half done"])
async def test_a_source_whose_restore_was_interrupted_is_the_restored_one(
    restored: str, tmp_path: Path, progress: str
) -> None:
    if progress == "half done":
        (tmp_path / "restored.db").rename(tmp_path / "restored.db.before-20261117-010203")
    assert (await move(restored, f"sqlite:///{tmp_path}/to.db"))["duels"] == 1


async def test_a_target_whose_restore_was_interrupted_is_the_restored_one(file: str, restored: str) -> None:
    with pytest.raises(Unusable, match="in use"):
        await move(file, restored)


async def test_a_target_in_whose_change_a_move_was_killed_is_no_obstacle(
    copy: str, file: str, tmp_path: Path
) -> None:
    interrupt_a_change(tmp_path / "copy.db")
    with pytest.raises(Unusable, match="holds more"):
        await move(file, copy)
    assert notes_in(tmp_path / "copy.db") == {"x"}


async def test_a_link_that_leads_to_itself_gets_a_sentence(copy: str, tmp_path: Path) -> None:
    (tmp_path / "loop.db").symlink_to("loop.db")
    for addresses in ((f"sqlite:///{tmp_path}/loop.db", copy), (copy, f"sqlite:///{tmp_path}/loop.db")):
        with pytest.raises(Unusable, match=r"leads back to itself\. Name the file that is meant\.$"):
            await move(*addresses)
