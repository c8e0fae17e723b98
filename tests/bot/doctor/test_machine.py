"""What is found of the clock, the limits, the backups and the commits."""

import asyncio
import os
from collections.abc import Iterator
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import time

import pytest

from bot.database import open_database
from bot.doctor.backups import DAY, of_backups
from bot.doctor.commits import measured_in, of_commits, told_by
from bot.doctor.finding import Finding, Mark, ok
from bot.doctor.machine import of_clock, of_difference, of_files


class Discord(BaseHTTPRequestHandler):
    """Refuses everything, and says what time it is."""

    off = 0.0

    def do_GET(self) -> None:
        self.send_response_only(404)
        self.send_header("Date", formatdate(time() + self.off, usegmt=True))
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def discord() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Discord) as server:
        thread = Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/api"
        server.shutdown()
        thread.join()


@pytest.mark.parametrize(("off", "mark"), [(0, Mark.OK), (-12, Mark.LOOK), (12, Mark.LOOK), (300, Mark.BAD)])
def test_the_clock_is_compared_with_discords(
    off: float, mark: Mark, discord: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Discord, "off", off)
    finding = of_clock(discord)
    assert finding.mark is mark
    assert off == 0 or ("slow" if off > 0 else "fast") in finding.sentence


def test_a_clock_that_can_not_be_compared_is_worth_a_look() -> None:
    assert of_clock("http://127.0.0.1:1/api").mark is Mark.LOOK


@pytest.mark.parametrize("seconds", [-1.9, 0.0, 0.9, 2.9])
def test_whole_seconds_and_a_slow_network_are_no_difference(seconds: float) -> None:
    assert of_difference(seconds, 0.0).mark is Mark.OK
    assert of_difference(seconds + 5, 5.0).mark is Mark.OK


@pytest.mark.parametrize(
    ("allowed", "mark"), [(None, Mark.OK), (1024, Mark.OK), (512, Mark.LOOK), (128, Mark.BAD)]
)
def test_few_open_files_are_too_few(allowed: int | None, mark: Mark) -> None:
    assert of_files(allowed).mark is mark


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
