"""A file that can't be opened or written: a sentence, and nothing is left behind."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bench.rig.disk import small_disk
from bot.database import Unusable, open_database
from tests.bot.database.file.journal import interrupt_a_change, journal_of, notes_in
from tests.support.project import ROOT

NOBODY = 65534
CANT = "can't be written. Give it and its folder to the user that runs the bot"


@pytest.fixture
async def path(tmp_path: Path) -> Path:
    await (await open_database(str(tmp_path / "gauntlet.db"))).close()
    return tmp_path / "gauntlet.db"


STEPS = (
    "bot.database.file.lock.FileLocks.take_file",
    "bot.database.sqlite.finish_restore",
    "bot.database.sqlite.check_file",
    "bot.database.sqlite.migrate",
    "bot.database.sqlite._connected",
    "bot.database.sqlite._write_something",
    "bot.database.sqlite.Presence",
    "bot.database.sqlite.SqliteFile._empty_log",
)
FAILURES = {
    PermissionError(13, "Permission denied"): Unusable,
    sqlite3.OperationalError("disk I/O error"): Unusable,
    Unusable("A sentence."): Unusable,
    KeyboardInterrupt(): KeyboardInterrupt,
}


@pytest.mark.parametrize("problem", FAILURES, ids=lambda problem: type(problem).__name__)
@pytest.mark.parametrize("step", STEPS)
async def test_whichever_step_fails_no_thread_and_no_lock_is_left(
    path: Path, step: str, problem: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise problem

    before = {thread.name for thread in threading.enumerate() if not thread.name.startswith("asyncio_")}
    files = open_files(path.parent)
    monkeypatch.setattr(step, fail)
    with pytest.raises(FAILURES[problem]):
        await open_database(str(path))
    monkeypatch.undo()
    for thread in threading.enumerate():
        if thread.name not in before and not thread.name.startswith("asyncio_"):
            thread.join(10)
            assert not thread.is_alive()
    assert open_files(path.parent) == files
    await (await open_database(str(path))).close()


def open_files(folder: Path) -> list[str]:
    """The files in this folder that this process has open; unknown where there is no /proc."""
    found = []
    for link in Path("/proc/self/fd").glob("*"):
        try:
            found.append(str(link.readlink()))
        except OSError:
            continue
    return sorted(name for name in found if name.startswith(str(folder)))


async def test_another_programs_file_is_refused_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "songs.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE songs (title)")
    before = path.read_bytes()
    with pytest.raises(Unusable, match="another program"):
        await open_database(str(path))
    assert path.read_bytes() == before
    assert not Path(f"{path}-wal").exists()


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    with pytest.raises(Unusable, match=r"is a folder\. Name a file in it\.$"):
        await open_database(str(tmp_path))


async def test_a_file_in_whose_change_a_program_was_killed_is_opened_as_it_was_before(path: Path) -> None:
    interrupt_a_change(path)
    await (await open_database(str(path))).close()
    assert notes_in(path) == {"x"}
    assert not journal_of(path).exists()


async def test_a_damaged_file_with_such_a_change_gets_the_sentence_of_a_damaged_one(path: Path) -> None:
    path.write_bytes(b"no database" * 1000)
    journal_of(path).write_bytes(b"no journal" * 1000)
    with pytest.raises(Unusable, match="is damaged"):
        await open_database(str(path))


START = """
import asyncio, atexit, os, sys, tempfile, time
from bot.__main__ import main
from bot.database import open_database

async def warm_up(folder):
    await (await open_database(f"{folder}/gauntlet.db")).close()

with tempfile.TemporaryDirectory() as folder:
    asyncio.run(warm_up(folder))
if len(sys.argv) > 1:
    os.setuid(int(sys.argv[1]))
began = time.monotonic()
atexit.register(lambda: print(time.monotonic() - began))
sys.exit(main([]))
"""
"""Everything is imported before it becomes another user, who may not be able to read Python. What is
registered with atexit happens after the last thread has ended."""


def start(path: Path, *user: int) -> str:
    """What a bot says that can't use this file. It has to end within five seconds."""
    finished = subprocess.run(
        [sys.executable, "-c", START, *map(str, user)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={
            **os.environ,
            "PYTHONPATH": str(ROOT),
            "DISCORD_TOKEN": "x",
            "DATABASE_URL": f"sqlite:///{path}",
        },
    )
    assert finished.returncode == 1, finished.stderr
    assert "Traceback" not in finished.stderr, finished.stderr
    assert float(finished.stdout) < 5
    return finished.stderr


@pytest.mark.outside
@pytest.mark.parametrize("exists", [True, False])
def test_a_bot_on_a_read_only_disk_ends_with_a_sentence(path: Path, *, exists: bool) -> None:
    with small_disk(4) as disk:
        if not disk.can_be_read_only:
            pytest.skip("root may write everywhere but on a read-only mount, and this root may not mount")
        if exists:
            shutil.copy(path, disk.folder / "gauntlet.db")
        disk.protect()
        try:
            said = start(disk.folder / "gauntlet.db")
        finally:
            disk.unprotect()
    assert CANT in said
    assert said.count("\n") == 1


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users can reach too."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


@pytest.mark.outside
@pytest.mark.parametrize(("file", "folder"), [(0o644, 0o777), (0o666, 0o755)])
def test_a_bot_that_may_not_write_its_file_or_folder_ends_with_a_sentence(
    path: Path, open_folder: Path, file: int, folder: int
) -> None:
    """Typical after root has put a backup in its place."""
    if os.geteuid() != 0:
        pytest.skip("only root can start the bot as another user")
    own = open_folder / "gauntlet.db"
    shutil.copy(path, own)
    own.chmod(file)
    open_folder.chmod(folder)
    said = start(own, NOBODY)
    assert CANT in said
    assert said.count("\n") == 1
