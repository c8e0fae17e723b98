"""One file, one bot: by whatever name a second one opens the file, it is refused."""

import fcntl
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from filelock import FileLock

from bot.database import Database, Unusable, open_database
from tests.support.project import ROOT

REFUSED = "Another Gauntlet is running"
OPEN = """
import asyncio, sys
from bot.database import Unusable, open_database
try:
    asyncio.run(open_database(sys.argv[1]))
except Unusable as problem:
    sys.exit(str(problem))
"""
LINUX = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a lock that SQLite does not meet")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "data").mkdir()
    return tmp_path / "data" / "gauntlet.db"


@pytest.fixture
async def running(path: Path) -> AsyncIterator[Database]:
    database = await open_database(f"sqlite:///{path}")
    yield database
    await database.close()


def open_elsewhere(path: Path | str, cwd: Path | None = None) -> str:
    """What another process is told that tries to open this file."""
    finished = subprocess.run(
        [sys.executable, "-c", OPEN, f"sqlite:///{path}"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert finished.returncode == 1
    return finished.stderr


@pytest.mark.outside
@pytest.mark.usefixtures("running")
async def test_another_process_is_refused_under_every_spelling(path: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(path)
    (tmp_path / "linked").symlink_to(path.parent)
    assert REFUSED in open_elsewhere("gauntlet.db", cwd=path.parent)
    assert REFUSED in open_elsewhere(tmp_path / "link.db")
    assert REFUSED in open_elsewhere(tmp_path / "linked" / ".." / "data" / "gauntlet.db")


@LINUX
@pytest.mark.outside
@pytest.mark.usefixtures("running")
async def test_another_process_is_refused_through_a_hard_link(path: Path, tmp_path: Path) -> None:
    (tmp_path / "hard.db").hardlink_to(path)
    assert REFUSED in open_elsewhere(tmp_path / "hard.db")


@LINUX
@pytest.mark.outside
@pytest.mark.usefixtures("running")
async def test_another_process_is_refused_through_a_bind_mount(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "elsewhere" / "gauntlet.db"
    other.parent.mkdir()
    other.touch()
    if subprocess.run(["/bin/mount", "--bind", path, other], check=False, capture_output=True).returncode:
        pytest.skip("only those who may mount can test a bind mount")
    try:
        assert REFUSED in open_elsewhere(other)
    finally:
        subprocess.run(["/bin/umount", "-l", other], check=True)


@LINUX
async def test_a_second_try_in_the_same_process_is_refused_and_leaves_sqlites_locks(
    running: Database, path: Path, tmp_path: Path
) -> None:
    """To close a file ends all locks of the process on it, also those of others who have it open."""
    (tmp_path / "hard.db").hardlink_to(path)
    before = locks_on(path)
    for name in (path, tmp_path / "hard.db"):
        with pytest.raises(Unusable, match=REFUSED):
            await open_database(str(name))
    assert before
    assert locks_on(path) == before
    assert await running.probe() is None


def locks_on(path: Path) -> list[str]:
    """The byte ranges of the file that this process has locked."""
    found = f":{path.stat().st_ino} "
    return [line.split(":", 1)[1] for line in Path("/proc/locks").read_text().splitlines() if found in line]


async def test_a_file_can_be_opened_again_once_it_is_closed(path: Path) -> None:
    for _ in range(2):
        await (await open_database(str(path))).close()


async def test_a_bot_of_an_older_version_is_noticed(path: Path) -> None:
    with FileLock(f"{path}.lock"), pytest.raises(Unusable, match=REFUSED):
        await open_database(str(path))


@LINUX
async def test_where_the_lock_would_keep_sqlite_out_the_one_beside_the_file_has_to_do(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a network's file system, where a lock on the file counts as one on all of its bytes."""
    monkeypatch.setattr(fcntl, "lockf", unavailable)
    database = await open_database(str(path))
    assert not [line for line in locks_on(path) if "FLOCK" in line]
    with pytest.raises(Unusable, match=REFUSED):
        await open_database(str(path))
    await database.close()


@LINUX
async def test_a_file_system_without_such_locks_is_no_reason_to_refuse_a_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = fcntl.flock

    def flock(file: int, how: int) -> None:
        if Path(f"/proc/self/fd/{file}").readlink() == path:
            unavailable()
        real(file, how)

    monkeypatch.setattr(fcntl, "flock", flock)
    await (await open_database(str(path))).close()


def unavailable(*_: object) -> None:
    raise OSError(95, "Operation not supported")


async def test_a_link_that_leads_to_itself_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "loop.db").symlink_to("loop.db")
    with pytest.raises(Unusable, match=r"loop\.db is a link that leads back to itself\."):
        await open_database(str(tmp_path / "loop.db"))
