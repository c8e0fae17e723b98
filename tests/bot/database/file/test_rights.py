"""Backups and restores by a user who may not do everything."""

import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.database import open_database
from tests.support.project import ROOT

NOBODY = 65534
AS_NOBODY = """
import asyncio, os, sys, tempfile
from datetime import UTC, datetime
from bot.database import Unusable, back_up, open_database
from bot.database.file.restore import restore

async def warm_up(folder):
    address = f"sqlite:///{folder}/a.db"
    await (await open_database(address)).close()
    await back_up(address, f"{folder}/copy.db")
    await restore(address, f"{folder}/copy.db", datetime.now(UTC))

with tempfile.TemporaryDirectory() as folder:
    asyncio.run(warm_up(folder))
os.setuid(int(sys.argv[1]))
for command, database, copy in zip(*[iter(sys.argv[2:])] * 3):
    arguments = [f"sqlite:///{database}", copy, datetime.now(UTC)]
    try:
        asyncio.run(restore(*arguments) if command == "restore" else back_up(*arguments[:2]))
        print("done")
    except Unusable as problem:
        print(problem)
"""
"""Everything is imported before it becomes another user, who may not be able to read Python."""
CANT = "can't be written. Give it and its folder to the user that runs the bot"

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(
        sys.platform == "win32" or os.geteuid() != 0, reason="only root can become another user"
    ),
]


def as_nobody(*commands: tuple[str, Path, Path]) -> list[str]:
    """What each `backup` or `restore` says to a user without any rights."""
    finished = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(NOBODY), *(part for command in commands for part in command)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()


def copied(path: Path, to: Path) -> Path:
    return Path(shutil.copy(path, to))


@pytest.fixture
async def closed(tmp_path: Path) -> Path:
    """A database in a folder that nobody else may enter."""
    tmp_path.chmod(0o700)
    await (await open_database(str(tmp_path / "gauntlet.db"))).close()
    return tmp_path / "gauntlet.db"


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder that belongs to root, and in which everybody may write."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o777)
        yield Path(name)


def test_a_folder_that_may_not_be_entered_gets_a_sentence(closed: Path, place: Path) -> None:
    copy = copied(closed, place / "copy.db")
    copy.chmod(0o666)
    said = as_nobody(
        ("backup", closed, place / "new.db"),
        ("backup", copy, closed.parent / "new.db"),
        ("restore", closed, copy),
        ("restore", place / "gauntlet.db", closed),
    )
    assert [CANT in each and str(closed.parent) in each for each in said] == [True] * 4, said


def test_whoever_may_write_in_a_folder_can_restore_a_database_there(closed: Path, place: Path) -> None:
    copied(closed, place / "copy.db").chmod(0o666)
    assert as_nobody(("restore", place / "gauntlet.db", place / "copy.db")) == ["done"]
    assert (place / "gauntlet.db").stat().st_uid == NOBODY


def test_the_file_of_another_user_is_not_replaced_by_one_that_this_user_can_not_write(
    closed: Path, place: Path
) -> None:
    copied(closed, place / "copy.db").chmod(0o666)
    copied(closed, place / "gauntlet.db").chmod(0o644)
    (said,) = as_nobody(("restore", place / "gauntlet.db", place / "copy.db"))
    assert CANT in said
    assert (place / "gauntlet.db").stat().st_uid == 0


@pytest.mark.parametrize("mode", ["WAL", "DELETE"])
def test_a_copy_is_restored_from_a_place_that_can_only_be_read(closed: Path, place: Path, mode: str) -> None:
    (place / "mounted").mkdir(mode=0o755)
    copy = copied(closed, place / "mounted" / "copy.db")
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(f"PRAGMA journal_mode = {mode}")
    copy.chmod(0o644)
    assert as_nobody(("restore", place / "gauntlet.db", copy)) == ["done"]
    assert [path.name for path in (place / "mounted").iterdir()] == ["copy.db"]
