"""What is found of the backups."""

import asyncio
import os
from pathlib import Path

import pytest

from bot.database import open_database
from bot.doctor.backups import DAY, of_backups
from bot.doctor.finding import Finding, Mark, ok


def of_files_in(folder: Path, now: float) -> Finding:
    return of_backups(folder, now, on_server=False)


def test_the_newest_backup_counts(tmp_path: Path) -> None:
    assert of_files_in(tmp_path / "none", 0).mark is Mark.LOOK
    assert of_files_in(tmp_path, 0).mark is Mark.LOOK
    for name, at in (("a.db", 0), ("b.db", 10 * DAY), ("notes.txt", 30 * DAY)):
        asyncio.run(make_database(tmp_path / name))
        os.utime(tmp_path / name, (at, at))
    newest = tmp_path / "b.db"
    assert of_files_in(tmp_path, 11 * DAY) == ok("backup", f"The newest backup, {newest}, is 24 hours old.")
    old = of_files_in(tmp_path, 18 * DAY)
    assert old.sentence.startswith(f"The newest backup, {newest}, is 8 days old. Make")
    assert old.mark is Mark.LOOK


async def make_database(path: Path) -> None:
    await (await open_database(f"sqlite:///{path}")).close()


@pytest.mark.parametrize("content", [b"", b"no database " * 1000])
def test_a_newest_backup_that_is_of_no_use_is_bad(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "copy.db").write_bytes(content)
    found = of_files_in(tmp_path, 0)
    assert (found.mark, found.sentence.endswith("Make another one.")) == (Mark.BAD, True)


def test_dumps_of_a_server_are_not_looked_into(tmp_path: Path) -> None:
    assert "pg_dump" in of_backups(tmp_path, 0, on_server=True).sentence
    (tmp_path / "monday.dump").write_bytes(b"PGDMP")
    assert of_backups(tmp_path, 0, on_server=True).mark is Mark.OK


def test_a_folder_of_backups_that_can_not_be_looked_into_is_said(tmp_path: Path) -> None:
    found = of_files_in(tmp_path / ("long" * 100), 0)
    assert found.mark is Mark.LOOK
    assert "can't be looked into: File name too long." in found.sentence
