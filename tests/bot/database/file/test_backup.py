"""Backups: complete when their name appears, or not there at all."""

import asyncio
import os
import re
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bench.rig.disk import MountedDisk, small_disk
from bot.cli import main
from bot.database import Unusable, back_up
from bot.database.file import backup
from bot.database.file.backup import back_up_into
from tests.bot.database.file.journal import interrupt_a_change, journal_of
from tests.support.arenas import ArenaRig, open_rig
from tests.support.project import ROOT

NOW = datetime(2026, 11, 17, 1, 2, 3, tzinfo=UTC)
FULL = "is full. Make room on it and try again."


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "gauntlet.db"


@pytest.fixture
async def address(path: Path) -> str:
    """A database with a duel in it."""
    rig = await open_rig(str(path))
    await rig.duel()
    await rig.close()
    return f"sqlite:///{path}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "made" / "backups"


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def duels_in(path: Path) -> int:
    with closing(sqlite3.connect(path)) as connection:
        found: int = connection.execute("SELECT count(*) FROM duels").fetchone()[0]
    return found


async def test_a_backup_of_a_running_bot_holds_what_was_saved(on_sqlite: ArenaRig, tmp_path: Path) -> None:
    await on_sqlite.duel()
    await back_up(f"sqlite:///{tmp_path}/alone.db", str(tmp_path / "copy.db"))
    assert duels_in(tmp_path / "copy.db") == 1
    assert await on_sqlite.database.probe() is None


async def test_a_backup_leaves_no_other_file_behind(address: str, tmp_path: Path) -> None:
    before = names(tmp_path)
    await back_up(address, str(tmp_path / "copy.db"))
    assert names(tmp_path) == sorted([*before, "copy.db"])


async def test_a_backup_is_checked_and_on_the_disk_before_it_gets_its_name(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = []
    for name in ("check_file", "sync_file", "sync_folder"):
        real = getattr(backup, name)

        def noted(path: Path, name: str = name, real=real) -> object:  # type: ignore[no-untyped-def]
            steps.append((name, path.name, (tmp_path / "copy.db").exists()))
            return real(path)

        monkeypatch.setattr(backup, name, noted)
    await back_up(address, str(tmp_path / "copy.db"))
    assert steps == [
        ("check_file", "gauntlet.db", False),
        ("check_file", "copy.db.part", False),
        ("sync_file", "copy.db.part", False),
        ("sync_folder", tmp_path.name, True),
    ]


async def test_what_a_killed_backup_left_behind_is_no_obstacle(address: str, tmp_path: Path) -> None:
    (tmp_path / "copy.db.part").write_bytes(b"half of it")
    await back_up(address, str(tmp_path / "copy.db"))
    assert "copy.db.part" not in names(tmp_path)
    assert duels_in(tmp_path / "copy.db") == 1


@pytest.mark.parametrize("content", [None, b"", b"no database" * 1000])
async def test_what_is_no_database_is_not_backed_up(tmp_path: Path, content: bytes | None) -> None:
    source = tmp_path / "source.db"
    if content is not None:
        source.write_bytes(content)
    with pytest.raises(Unusable, match=r"no database at|is empty|is damaged"):
        await back_up(f"sqlite:///{source}", str(tmp_path / "copy.db"))
    assert names(tmp_path) == ([] if content is None else ["source.db"])


async def test_a_foreign_or_damaged_file_is_not_backed_up(address: str, path: Path, tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "songs.db")) as connection:
        connection.execute("CREATE TABLE songs (title)")
    with pytest.raises(Unusable, match="belongs to another program"):
        await back_up(f"sqlite:///{tmp_path}/songs.db", str(tmp_path / "copy.db"))
    path.write_bytes(path.read_bytes()[: -3 * 4096])
    with pytest.raises(Unusable, match="is damaged"):
        await back_up(address, str(tmp_path / "copy.db"))
    assert not (tmp_path / "copy.db").exists()


@pytest.mark.parametrize("place", ["nowhere/copy.db", "gauntlet.db/copy.db", ""])
async def test_a_place_where_nothing_can_be_written_gets_a_sentence(
    address: str, tmp_path: Path, place: str
) -> None:
    with pytest.raises(Unusable) as problem:
        await back_up(address, str(tmp_path / place))
    assert str(problem.value).endswith(".")


async def test_a_file_in_whose_change_a_program_was_killed_gets_a_sentence(
    address: str, path: Path, tmp_path: Path
) -> None:
    interrupt_a_change(path)
    before = path.read_bytes()
    with pytest.raises(Unusable, match=r"was killed in the middle of a change to .*Start the bot on it once"):
        await back_up(address, str(tmp_path / "copy.db"))
    assert path.read_bytes() == before
    assert journal_of(path).exists()


async def test_a_database_whose_restore_was_interrupted_gets_a_sentence(
    address: str, path: Path, tmp_path: Path
) -> None:
    path.rename(f"{path}.restored-20261117-010203")
    sentence = f"A restore of {path} was interrupted. Start the bot, or run restore again."
    with pytest.raises(Unusable, match=f"^{re.escape(sentence)}$"):
        await back_up(address, str(tmp_path / "copy.db"))
    assert not (tmp_path / "copy.db").exists()


async def test_a_link_that_leads_to_itself_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "loop.db").symlink_to("loop.db")
    with pytest.raises(Unusable, match="leads back to itself"):
        await back_up(f"sqlite:///{tmp_path}/loop.db", str(tmp_path / "copy.db"))


BACK_UP = """
import resource, sys
from bot.__main__ import main
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
sys.exit(main(["backup", *sys.argv[2:]]))
"""


def back_up_elsewhere(address: str, *arguments: str, limit: int) -> subprocess.CompletedProcess[str]:
    """`gauntlet backup` in another process, whose files can't become larger than this."""
    return subprocess.run(
        [sys.executable, "-c", BACK_UP, str(limit), *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_URL": address},
    )


@pytest.mark.outside
def test_files_that_may_not_grow_leave_nothing_behind_and_one_sentence(address: str, folder: Path) -> None:
    finished = back_up_elsewhere(address, "--keep", "1", str(folder), limit=10 * 4096)
    assert finished.returncode == 1
    assert finished.stderr.count("\n") == 1, finished.stderr
    assert str(folder) in finished.stderr
    assert names(folder) == []


@pytest.mark.outside
async def test_a_full_disk_leaves_nothing_behind_and_is_named(address: str) -> None:
    with small_disk(1) as disk:
        if not isinstance(disk, MountedDisk):
            pytest.skip("only those who may mount can test a disk that is full for all")
        disk.fill(0)
        before = names(disk.folder)
        with pytest.raises(Unusable, match=FULL):
            await back_up(address, str(disk.folder / "copy.db"))
        assert names(disk.folder) == before
        disk.free_space(0)
        await back_up(address, str(disk.folder / "copy.db"))
        assert duels_in(disk.folder / "copy.db") == 1


@pytest.mark.outside
async def test_a_disk_that_fills_up_on_the_way_is_left_as_it_was(address: str, path: Path) -> None:
    """A large copy is not kept in memory until the end: SQLite writes a journal beside it."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("CREATE TABLE ballast (bytes BLOB)")
        connection.executemany("INSERT INTO ballast VALUES (zeroblob(1000000))", [()] * 8)
    with small_disk(4) as disk:
        if not isinstance(disk, MountedDisk):
            pytest.skip("only those who may mount can test a disk that is full for all")
        with pytest.raises(Unusable, match=FULL):
            await back_up(address, str(disk.folder / "copy.db"))
        assert names(disk.folder) == []


async def test_only_the_newest_backups_are_kept_and_nothing_else_is_touched(
    address: str, folder: Path
) -> None:
    folder.mkdir(parents=True)
    others = ("gauntlet-2020.db", "gauntlet-20200101-000000.db.gz", "mine.db", "mine.db.part")
    for name in (
        *others,
        "gauntlet-20200101-000000.db",
        "gauntlet-20261117-000000.db.part",
        "gauntlet-20261117-000000.db.part-journal",
    ):
        (folder / name).touch()
    written = [await back_up_into(address, str(folder), 3, NOW + timedelta(seconds=n)) for n in range(5)]
    assert names(folder) == sorted([*others, *(Path(each).name for each in written[-3:])])
    assert Path(written[0]).name == "gauntlet-20261117-010203.db"
    assert duels_in(Path(written[-1])) == 1


@pytest.mark.parametrize("keep", [1, 2])
async def test_the_new_backup_is_kept_also_when_the_clock_was_set_back(
    address: str, folder: Path, keep: int
) -> None:
    folder.mkdir(parents=True)
    later = [f"gauntlet-20270101-00000{n}.db" for n in range(3)]
    for name in later:
        (folder / name).touch()
    written = await back_up_into(address, str(folder), keep, NOW)
    assert names(folder) == sorted([Path(written).name, *later[len(later) + 1 - keep :]])
    assert duels_in(Path(written)) == 1


async def test_no_old_backup_is_deleted_without_a_new_one(address: str, path: Path, folder: Path) -> None:
    await back_up_into(address, str(folder), 1, NOW)
    path.write_bytes(b"damaged" * 1000)
    with pytest.raises(Unusable, match="is damaged"):
        await back_up_into(address, str(folder), 1, NOW + timedelta(seconds=1))
    assert names(folder) == ["gauntlet-20261117-010203.db"]


async def test_two_backups_into_one_folder_do_not_disturb_each_other(
    address: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if sys.platform != "linux":
        pytest.skip("folders are locked on Linux only")
    real = backup.copy_database

    def copied(source: Path, target: Path) -> None:
        monkeypatch.setattr(backup, "copy_database", real)
        with pytest.raises(Unusable, match="Another backup is being written"):
            asyncio.run(back_up_into(address, str(folder), 1, NOW + timedelta(seconds=1)))
        real(source, target)

    monkeypatch.setattr(backup, "copy_database", copied)
    await back_up_into(address, str(folder), 1, NOW)
    assert names(folder) == ["gauntlet-20261117-010203.db"]


def test_the_command_says_where_the_backup_is(
    address: str, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", address)
    assert main(["backup", "--keep", "2", str(folder)]) == 0
    assert capsys.readouterr().out == f"{folder / names(folder)[0]}\n"
    assert main(["backup", str(folder)]) == 1
    assert "is a folder" in capsys.readouterr().err


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_at_least_one_backup_is_kept(number: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["backup", f"--keep={number}", "backups"])
    assert "has to be a number from 1 on" in capsys.readouterr().err


@pytest.mark.outside
def test_a_backup_that_is_killed_leaves_no_file_of_that_name(address: str, folder: Path) -> None:
    script = "import bot.database.file.backup as b, os, signal\n"
    script += f"b.sync_file = lambda path: os.kill(os.getpid(), {int(signal.SIGKILL)})\n" + BACK_UP
    folder.mkdir(parents=True)
    killed = subprocess.run(
        [sys.executable, "-c", script, "-1", str(folder / "copy.db")],
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_URL": address},
    )
    assert killed.returncode == -signal.SIGKILL
    assert names(folder) == ["copy.db.part"]
