"""A file that is deleted or replaced under the bot: nothing is acknowledged that no restart will find."""

import logging
import os
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from bot.database.file.disk import DiskWrites
from bot.database.file.presence import GONE, Presence, Replaced
from bot.database.sqlite import SqliteFile
from bot.duels.duel import Ending, Reason, Status
from bot.storage.picks import Entry, Pick
from tests.support.arenas import (
    ANN,
    BEN,
    ArenaRig,
    open_rig,
    resigned,
)

Harm: TypeAlias = Callable[[Path], object]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "gauntlet.db"


@pytest.fixture
async def rig(path: Path) -> AsyncIterator[ArenaRig]:
    opened = await open_rig(path)
    yield opened
    await opened.close()


def delete(path: Path) -> None:
    path.unlink()


def delete_all(path: Path) -> None:
    for each in path.parent.iterdir():
        each.unlink()


def delete_log(path: Path) -> None:
    path.with_name("gauntlet.db-wal").unlink()


def replace_with_a_copy(path: Path) -> None:
    shutil.copy(path, path.with_name("copy.db"))
    path.with_name("copy.db").rename(path)


def move_the_folder(path: Path) -> None:
    path.parent.rename(path.parent.with_name("moved"))


EVERY = pytest.mark.parametrize(
    "harm", [delete, delete_all, delete_log, replace_with_a_copy, move_the_folder]
)


@EVERY
async def test_nothing_is_acknowledged_any_more(
    rig: ArenaRig, path: Path, harm: Harm, caplog: pytest.LogCaptureFixture
) -> None:
    duel = await rig.duel()
    told = len(rig.recorded.changes)
    harm(path)
    assert rig.database.trouble == GONE, "without a write"
    caplog.set_level(logging.INFO, "bot.database")
    with pytest.raises(Replaced):
        await rig.arena.pick(duel.id, ANN, "7", 1)
    with pytest.raises(Replaced):
        await rig.arena.pick(duel.id, BEN, "7", 1)
    with pytest.raises(Replaced):
        await resigned(rig.arena, duel.id, ANN)
    with pytest.raises(Replaced):
        await rig.storage.set_note("a", "b")
    assert len(rig.recorded.changes) == told
    assert rig.database.trouble == GONE
    assert await rig.database.probe() == GONE
    assert [record.levelname for record in caplog.records if GONE in record.getMessage()] == ["ERROR"]


@EVERY
@pytest.mark.parametrize("ending", [None, Ending(0, Reason.RESIGNED, 5.0)])
async def test_a_file_that_goes_during_a_commit_is_noticed_before_anybody_is_told(
    rig: ArenaRig, path: Path, harm: Harm, ending: Ending | None
) -> None:
    duel = await rig.duel()
    picks = (Pick(duel.id, 1, 0, "7", 5.0, closes=False),)
    assert isinstance(rig.database, SqliteFile)
    await rig.database.writer.set_trace_callback(once(harm, path))
    with pytest.raises(Replaced):
        await rig.journal.add(Entry(duel.id, picks, Status.WON if ending else None, ending))


@EVERY
async def test_a_pick_that_went_with_its_file_is_shown_to_nobody(
    rig: ArenaRig, path: Path, harm: Harm
) -> None:
    """The open file has the pick, and no restart will find it."""
    duel = await rig.duel()
    assert isinstance(rig.database, SqliteFile)
    await rig.database.writer.set_trace_callback(once(harm, path))
    with pytest.raises(Replaced):
        await rig.arena.pick(duel.id, ANN, "7", 1)
    with pytest.raises(Replaced):
        await rig.arena.duel(duel.id)


def once(harm: Harm, path: Path) -> Callable[[str], None]:
    """Does harm when SQLite begins its first statement."""
    left = [harm]

    def trace(_statement: str) -> None:
        if left:
            left.pop()(path)

    return trace


async def test_a_file_that_goes_during_a_transaction_is_noticed_at_its_end(rig: ArenaRig, path: Path) -> None:
    with pytest.raises(Replaced):
        async with rig.database.writing():
            path.unlink()


async def test_no_pick_is_told_that_is_gone_after_a_restart_because_the_log_was_deleted(
    rig: ArenaRig, path: Path, tmp_path: Path
) -> None:
    duel = await rig.duel()
    delete_log(path)
    told = 0
    for turn in range(1, 4):
        with suppress(Replaced):
            told += await rig.journal.add(Entry(duel.id, (Pick(duel.id, turn, 0, "7", 5.0, closes=False),)))
    shutil.copy(path, tmp_path / "found.db")
    with closing(sqlite3.connect(tmp_path / "found.db")) as found:
        assert found.execute("SELECT count(*) FROM picks").fetchone() == (told,)


async def test_play_goes_on_when_the_same_file_is_back(
    rig: ArenaRig, path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "bot.database")
    duel = await rig.duel()
    path.rename(path.with_name("away.db"))
    with pytest.raises(Replaced):
        await rig.arena.pick(duel.id, ANN, "7", 1)
    path.with_name("away.db").rename(path)
    assert await rig.database.probe() is None
    await rig.arena.pick(duel.id, ANN, "7", 1)
    assert rig.database.trouble is None
    assert "the database can be written again" in caplog.text


async def test_a_link_that_leads_elsewhere_is_noticed(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(path)
    rig = await open_rig(link)
    link.unlink()
    link.symlink_to(tmp_path / "other.db")
    with pytest.raises(Replaced):
        await rig.duel()
    await rig.close()


async def test_the_working_folder_may_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rig = await open_rig("gauntlet.db")
    monkeypatch.chdir("/")
    await rig.duel()
    assert rig.database.trouble is None
    await rig.close()


def test_a_disk_remembers_when_it_was_last_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    disk = DiskWrites(Presence(tmp_path / "file"))
    assert disk.age == float("inf")
    with disk.watched():
        pass
    assert disk.age < 60


async def test_a_probe_writes_only_if_nobody_has_written_lately(
    rig: ArenaRig, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    log = path.with_name("gauntlet.db-wal")
    size = log.stat().st_size
    assert await rig.database.probe() is None
    assert log.stat().st_size == size, "the start has just written"
    monkeypatch.setattr("bot.database.sqlite.PROBED_BY_WRITES", 0)
    assert await rig.database.probe() is None
    assert log.stat().st_size > size


async def test_a_probe_finds_a_full_disk_before_anybody_writes(
    rig: ArenaRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.database.sqlite.PROBED_BY_WRITES", 0)
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, limits[1]))
    try:
        found = await rig.database.probe()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert found in {"The disk with the database is full.", "The disk with the database fails."}
    assert rig.database.trouble == found
    assert await rig.database.probe() is None
    assert rig.database.trouble is None


async def test_a_probe_of_a_disk_that_hangs_has_an_end(
    rig: ArenaRig, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("PROBED_BY_WRITES", "PROBE_PATIENCE"):
        monkeypatch.setattr(f"bot.database.sqlite.{name}", 0)
    async with rig.database.writing():
        assert "takes longer than 2 seconds" in str(await rig.database.probe())
        assert "takes longer than 2 seconds" in str(await rig.database.probe())
    monkeypatch.undo()
    assert await rig.database.probe() is None


def test_two_names_are_one_file_only_if_they_lead_to_it(tmp_path: Path) -> None:
    (tmp_path / "a").touch()
    presence = Presence(tmp_path / "a")
    assert presence.is_whole
    os.replace(tmp_path / "a", tmp_path / "b")  # noqa: PTH105
    assert not presence.is_whole
    (tmp_path / "a").hardlink_to(tmp_path / "b")
    assert presence.is_whole
