"""A backup takes the place of a database: all of it or nothing, and the old one is kept."""

import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.cli import main
from bot.database import Unusable, back_up, open_database
from bot.database.file.restore import restore
from tests.bot.database.file.journal import interrupt_a_change, journal_of, notes_in
from tests.support.arenas import open_rig
from tests.support.project import ROOT

NOW = datetime(2026, 11, 17, 1, 2, 3, tzinfo=UTC)
KEPT = "gauntlet.db.before-20261117-010203"
PAGE = 4096


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def path(folder: Path) -> Path:
    return folder / "gauntlet.db"


@pytest.fixture
def address(path: Path) -> str:
    return f"sqlite:///{path}"


@pytest.fixture
async def copy(tmp_path: Path, folder: Path) -> Path:
    """A backup with one duel. What was played since then is in the log of a bot that was killed."""
    folder.mkdir()
    live = tmp_path / "live.db"
    rig = await open_rig(str(live))
    await rig.duel()
    await back_up(f"sqlite:///{live}", str(tmp_path / "copy.db"))
    await rig.database.forget_deleted()
    for _ in range(9):
        await rig.duel()
    shutil.copy(live, folder / "gauntlet.db")
    shutil.copy(f"{live}-wal", folder / "gauntlet.db-wal")
    shutil.copy(f"{live}-shm", folder / "gauntlet.db-shm")
    await rig.close()
    return tmp_path / "copy.db"


def duels_in(path: Path) -> int:
    """How many duels a whole database has."""
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found: int = connection.execute("SELECT count(*) FROM duels").fetchone()[0]
    return found


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


async def test_the_copy_takes_the_place_of_the_database_and_its_log(
    copy: Path, address: str, path: Path, folder: Path
) -> None:
    said = await restore(address, str(copy), NOW)
    assert said == f"{path} is now the database from {copy}. The old one is kept as {folder / KEPT}."
    assert not Path(f"{path}-wal").exists()
    assert duels_in(path) == 1
    assert duels_in(folder / KEPT) == 10, "with what only its log knew"
    assert duels_in(copy) == 1
    await (await open_database(address)).close()


async def test_no_file_is_left_beside_the_new_and_the_old_database(
    copy: Path, address: str, folder: Path
) -> None:
    await restore(address, str(copy), NOW)
    assert names(folder) == {"gauntlet.db", "gauntlet.db.lock", KEPT, f"{KEPT}-wal", f"{KEPT}-shm"}


async def test_a_database_that_was_deleted_is_brought_back(copy: Path, address: str, path: Path) -> None:
    path.unlink()
    assert (await restore(address, str(copy), NOW)).endswith("check DATABASE_URL and the folder you are in.")
    assert duels_in(path) == 1


async def test_a_damaged_database_is_replaced_and_kept(copy: Path, address: str, path: Path) -> None:
    path.write_bytes(b"damaged" * 1000)
    with pytest.raises(Unusable, match="`gauntlet restore COPY`"):
        await open_database(address)
    await restore(address, str(copy), NOW)
    assert duels_in(path) == 1
    assert path.with_name(KEPT).read_bytes() == b"damaged" * 1000


async def test_a_copy_that_has_a_log_beside_it_is_restored_with_it(
    copy: Path, path: Path, tmp_path: Path
) -> None:
    await restore(f"sqlite:///{tmp_path}/other.db", str(path), NOW)
    assert copy.exists()
    assert duels_in(tmp_path / "other.db") == 10


async def test_what_a_killed_program_left_beside_the_old_database_does_not_reach_the_new_one(
    copy: Path, address: str, path: Path
) -> None:
    Path(f"{path}-wal").unlink()
    interrupt_a_change(path)
    await restore(address, str(copy), NOW)
    assert not journal_of(path).exists()
    await (await open_database(address)).close()
    assert duels_in(path) == 1
    assert notes_in(path) == set()
    assert notes_in(path.with_name(KEPT)) == {"x"}, "undone with the notes that moved along"


async def test_the_new_database_keeps_a_log_from_the_beginning(copy: Path, address: str, path: Path) -> None:
    """The first start would change that, and could be killed in the middle of it."""
    await restore(address, str(copy), NOW)
    assert path.read_bytes()[18:20] == b"\2\2", "as SQLite's file format marks it"


async def test_a_link_stays_a_link(copy: Path, path: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(path)
    await restore(f"sqlite:///{tmp_path}/link.db", str(copy), NOW)
    assert (tmp_path / "link.db").is_symlink()
    assert duels_in(path) == 1


async def test_the_new_file_can_be_used_by_those_who_could_use_the_old_one(
    copy: Path, address: str, path: Path
) -> None:
    path.chmod(0o600)
    if os.geteuid() == 0:
        os.chown(path, 65534, 65534)
    before = path.stat()
    await restore(address, str(copy), NOW)
    after = path.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)
    assert Path(f"{path}.lock").stat().st_uid == before.st_uid


async def test_nothing_is_restored_under_a_running_bot(copy: Path, address: str, path: Path) -> None:
    running = await open_database(address)
    with pytest.raises(Unusable, match="Another Gauntlet is running"):
        await restore(address, str(copy), NOW)
    await running.close()
    assert duels_in(path) == 10


def damage(copy: Path) -> None:
    copy.write_bytes(copy.read_bytes()[: -3 * PAGE])


def damage_an_index(copy: Path) -> None:
    with closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.execute("PRAGMA writable_schema = ON")
        connection.execute("UPDATE sqlite_master SET rootpage = 2 WHERE name = 'puzzles_by_person'")


def alter(statement: str, copy: Path) -> None:
    with closing(sqlite3.connect(copy)) as connection, connection:
        connection.execute(statement)


@pytest.mark.parametrize(
    ("change", "refusal"),
    [
        (Path.unlink, "There is no backup at"),
        (lambda copy: copy.write_bytes(b""), "nothing to restore"),
        (lambda copy: copy.write_bytes(b"text" * 9000), "is damaged"),
        (damage, "is damaged"),
        (damage_an_index, "is damaged"),
        (lambda copy: alter("DROP TABLE alembic_version", copy), "belongs to another program"),
        (lambda copy: alter("UPDATE alembic_version SET version_num = '9999'", copy), "A newer Gauntlet"),
    ],
)
async def test_a_copy_that_would_be_of_no_use_is_refused_and_nothing_changes(
    copy: Path, address: str, folder: Path, change: object, refusal: str
) -> None:
    change(copy)  # type: ignore[operator]
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(Unusable, match=refusal):
        await restore(address, str(copy), NOW)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.usefixtures("copy")
async def test_a_database_is_no_backup_of_itself(address: str, path: Path, tmp_path: Path) -> None:
    (tmp_path / "hard.db").hardlink_to(path)
    with pytest.raises(Unusable, match="is the database itself"):
        await restore(address, str(tmp_path / "hard.db"), NOW)


async def test_a_server_has_its_own_way() -> None:
    with pytest.raises(Unusable, match="pg_restore"):
        await restore("postgresql://127.0.0.1/x", "copy.db", NOW)


def test_the_command_says_where_the_old_database_is(
    copy: Path,
    address: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    assert main(["restore", str(copy)]) == 0
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "The old one is kept as " in said


KILLED = """
import asyncio, os, shutil, sys
from datetime import UTC, datetime
from bot.database.file.restore import restore

CHANGES = {"os.rename", "os.remove", "os.chmod", "os.chown", "sqlite3.connect"}

def restore_and_die(folder, copy, moment):
    seen = 0
    def watch(event, arguments):
        nonlocal seen
        seen += event in CHANGES
        if seen > moment:
            os._exit(9)
    sys.addaudithook(watch)
    asyncio.run(restore(f"sqlite:///{folder}/gauntlet.db", copy, datetime(2026, 11, 17, 1, 2, 3, tzinfo=UTC)))
    os._exit(0)

original, copy = sys.argv[1:]
for moment in range(1000):
    folder = shutil.copytree(original, f"{original}-{moment}")
    child = os.fork()
    if not child:
        restore_and_die(folder, copy, moment)
    if not os.waitpid(child, 0)[1]:
        break
"""


@pytest.mark.outside
async def test_a_restore_that_is_killed_at_any_moment_leaves_the_old_state_or_the_new_one(
    copy: Path, folder: Path, tmp_path: Path
) -> None:
    (folder / "gauntlet.db-shm").unlink()
    finished = subprocess.run(
        [sys.executable, "-c", KILLED, folder, copy],
        check=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert finished.returncode == 0
    found = []
    for moment in range(len(names(tmp_path)) - 3):
        killed = tmp_path / f"data-{moment}"
        if not killed.exists():
            break
        as_it_is = shutil.copytree(killed, tmp_path / "look")
        seen = duels_in(as_it_is / "gauntlet.db") if (as_it_is / "gauntlet.db").exists() else None
        shutil.rmtree(as_it_is)
        await (await open_database(f"sqlite:///{killed}/gauntlet.db")).close()
        found.append((seen, duels_in(killed / "gauntlet.db")))
        if found[-1][1] == 1:
            assert duels_in(killed / KEPT) == 10
        again = await restore(f"sqlite:///{killed}/gauntlet.db", str(copy), NOW + timedelta(hours=1))
        assert "kept as" in again
        assert not [name for name in names(killed) if name.endswith(".part") or ".restored-" in name]
    assert duels_in(copy) == 1
    assert found[0] == (10, 10)
    assert found[-1] == (1, 1)
    assert {*found} == {(10, 10), (10, 1), (None, 1), (1, 1)}, "and nothing in between"
    assert found == sorted(found, key=lambda state: (-state[1], state[0] == 1))
