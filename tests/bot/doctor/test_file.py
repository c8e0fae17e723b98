"""What a look into an SQLite file finds, and that it changes nothing."""

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.doctor.file import measured_in, of_commits, of_disk, of_file, of_log, told_by
from bot.doctor.finding import Mark
from tests.support.arenas import ANN, open_rig
from tests.support.project import ROOT
from tests.support.steps.kept import plant


@pytest.fixture
def path(sqlite: str) -> Path:
    return Path(sqlite.removeprefix("sqlite:///"))


def marks(path: Path) -> dict[str, Mark]:
    return {finding.part: finding.mark for finding in of_file(path)}


def sentence(path: Path, part: str) -> str:
    return next(finding.sentence for finding in of_file(path) if finding.part == part)


def execute(path: Path, *statements: str) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


@contextmanager
def unchanged(folder: Path) -> Iterator[None]:
    """Neither a file nor its time, and nothing new beside it."""

    def seen() -> dict[str, tuple[bytes, int]]:
        return {file.name: (file.read_bytes(), file.stat().st_mtime_ns) for file in folder.iterdir()}

    before = seen()
    yield
    assert seen() == before


def test_a_file_that_is_well_is_left_as_it_is(path: Path) -> None:
    with unchanged(path.parent):
        found = marks(path)
    assert [*found] == ["integrity", "version", "upgrade", "schema", "disk", "log"]
    assert {*found.values()} == {Mark.OK}


async def test_a_running_bot_is_not_disturbed(path: Path) -> None:
    rig = await open_rig(str(path))
    duel = await rig.duel()
    assert path.with_name(f"{path.name}-wal").stat().st_size > 0
    before = sorted(file.name for file in path.parent.iterdir())
    assert {*marks(path).values()} == {Mark.OK}
    assert sorted(file.name for file in path.parent.iterdir()) == before
    await rig.arena.pick(duel.id, ANN, "7", 1)
    await rig.close()


def test_a_log_that_was_copied_without_its_index_is_left_alone(path: Path) -> None:
    path.with_name(f"{path.name}-wal").write_bytes(b"")
    with unchanged(path.parent):
        assert marks(path)["integrity"] is Mark.LOOK


def test_a_change_that_was_interrupted_is_left_to_the_bot(path: Path, tmp_path: Path) -> None:
    """A program was killed while it wrote to the file, and left its notes on how to undo that."""
    killed = tmp_path / "killed"
    killed.mkdir()
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("PRAGMA cache_size=2")
        connection.execute("BEGIN")
        connection.execute("UPDATE alembic_version SET version_num = version_num")
        connection.execute("CREATE TABLE many (text)")
        connection.executemany("INSERT INTO many VALUES (?)", [("x" * 2000,)] * 200)
        for end in ("", "-journal"):
            shutil.copy(f"{path}{end}", killed)
    with unchanged(killed):
        (finding,) = [found for found in of_file(killed / path.name) if found.part == "integrity"]
    assert finding.mark is Mark.LOOK
    assert "Start the bot once" in finding.sentence


def test_a_restore_that_was_interrupted_is_said(path: Path) -> None:
    path.with_name(f"{path.name}.restored-20260102-030405.part").write_bytes(b"")
    assert "database" not in marks(path)
    path.with_name(f"{path.name}.restored-20260102-030405").write_bytes(b"")
    assert marks(path)["database"] is Mark.LOOK
    said = f"A restore of {path} was interrupted. Start the bot, or run restore again."
    assert sentence(path, "database") == said


AS_NOBODY = """
import os, sys
from pathlib import Path
from bot.doctor.file import of_file
os.setuid(65534)
for finding in of_file(Path(sys.argv[1])):
    print(finding)
"""
"""Everything is imported before it becomes another user, who may not be able to read Python."""


@pytest.mark.outside
@pytest.mark.parametrize(
    ("file", "folder", "refused"),
    [
        (0o644, 0o777, "write {0}/gauntlet.db"),
        (0o666, 0o755, "write {0}"),
        (0o644, 0o755, "write {0} and {0}/gauntlet.db"),
        (0o666, 0o733, "list {0}"),
        (0o666, 0o777, None),
    ],
)
def test_a_file_or_a_folder_that_can_not_be_written_is_bad(
    path: Path, file: int, folder: int, refused: str | None
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    with TemporaryDirectory() as name:
        place, own = Path(name), Path(name) / "gauntlet.db"
        shutil.copy(path, own)
        own.chmod(file)
        place.chmod(folder)
        said = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, own],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        ).stdout
    told = [line.partition(" You may not ")[2] for line in said.splitlines() if line.startswith("bad")]
    assert [line.partition(". ")[0] for line in told] == ([refused.format(place)] if refused else [])


def test_a_damaged_file_is_bad(path: Path) -> None:
    whole = path.read_bytes()
    path.write_bytes(whole[:8192] + b"\xa5" * 4096 + whole[12288:])
    with unchanged(path.parent):
        assert marks(path)["integrity"] is Mark.BAD
    assert "gauntlet restore" in sentence(path, "integrity")


def test_what_is_no_database_is_bad(path: Path) -> None:
    path.write_text("These are my notes. " * 100)
    assert marks(path)["integrity"] is Mark.BAD


async def test_an_older_database_is_told_which_steps_come(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    await plant(f"sqlite:///{path}")
    with unchanged(tmp_path):
        found = marks(path)
    assert (found["upgrade"], "schema" in found) == (Mark.LOOK, False)
    assert "0015 (" in sentence(path, "upgrade")
    assert "0013" in sentence(path, "version")


def test_a_database_that_is_too_old_is_bad(path: Path) -> None:
    execute(path, "UPDATE alembic_version SET version_num = '0012'")
    assert marks(path)["version"] is Mark.BAD
    assert "commit c380a778" in sentence(path, "version")


def test_a_newer_database_is_bad(path: Path) -> None:
    execute(path, "UPDATE alembic_version SET version_num = '9999'")
    assert marks(path)["version"] is Mark.BAD
    assert "Update Gauntlet" in sentence(path, "version")


def test_the_database_of_another_program_is_bad(tmp_path: Path) -> None:
    execute(tmp_path / "other.db", "CREATE TABLE songs (title TEXT)")
    assert marks(tmp_path / "other.db")["version"] is Mark.BAD


def test_tables_that_differ_are_named(path: Path) -> None:
    execute(path, "ALTER TABLE results RENAME COLUMN provisional TO temporary")
    assert marks(path)["schema"] is Mark.BAD
    assert "results.provisional is missing" in sentence(path, "schema")


def test_a_file_that_is_not_there_yet_is_not_made(tmp_path: Path) -> None:
    assert marks(tmp_path / "none.db") == {"database": Mark.LOOK, "disk": Mark.OK}
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("free", "used", "mark"),
    [
        (40_000_000, 0, Mark.BAD),
        (900_000_000, 0, Mark.LOOK),
        (5_000_000_000, 3_000_000_000, Mark.LOOK),
        (5_000_000_000, 2_000_000_000, Mark.OK),
    ],
)
def test_the_disk_needs_room_for_a_copy(free: int, used: int, mark: Mark) -> None:
    assert of_disk(free, used).mark is mark


def test_a_log_that_grows_is_worth_a_look() -> None:
    assert of_log(4_000_000).mark is Mark.OK
    assert of_log(200_000_000).mark is Mark.LOOK
    assert "200 MB" in of_log(200_000_000).sentence


@pytest.mark.parametrize(("seconds", "mark"), [(0.004, Mark.OK), (0.08, Mark.LOOK), (0.9, Mark.BAD)])
def test_slow_commits_are_said(seconds: float, mark: Mark) -> None:
    assert of_commits(seconds, "measured").mark is mark


def test_commits_are_measured_and_leave_nothing(tmp_path: Path) -> None:
    assert "measured beside the database" in measured_in(tmp_path).sentence
    assert [*tmp_path.iterdir()] == []


def test_a_running_bot_is_believed() -> None:
    count, total = "gauntlet_commit_seconds_count", "gauntlet_commit_seconds_sum"
    kind = "# TYPE gauntlet_commit_seconds histogram\n"
    finding = told_by(f"{kind}{count} 200\n{total} 12.0\n")
    assert finding is not None
    assert finding.mark is Mark.LOOK
    assert finding.sentence.startswith("A commit takes 60.0 ms (the average of 200 since")
    assert told_by(f"{kind}{count} 0\n{total} 0.0\n") is None
    assert told_by("other 1\n") is None
