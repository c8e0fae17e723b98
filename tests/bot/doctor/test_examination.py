"""`gauntlet doctor`: a line for each part, and an exit code."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bot.__main__ import main
from tests.support.starts.ends import clean_environment

NOWHERE = "http://127.0.0.1:1/api"


def run(
    env: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *arguments: str,
) -> tuple[int, list[str]]:
    monkeypatch.setattr(os, "environ", {"DISCORD_API": NOWHERE, **env})
    code = main(["doctor", *arguments])
    out, err = capsys.readouterr()
    assert err == ""
    return code, out.splitlines()


@pytest.fixture
def env(sqlite: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    monkeypatch.chdir(tmp_path)
    return {"DISCORD_TOKEN": "secret-token", "DATABASE_URL": sqlite}


PARTS = "settings integrity version upgrade schema disk log commits backup clock application open"


def test_every_part_has_a_line(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = run(env, monkeypatch, capsys)
    assert code == 0
    assert " ".join(line.split()[1] for line in lines) == PARTS
    assert {line.split()[0] for line in lines} == {"ok", "look"}


def test_quietly_only_what_is_not_well_is_printed(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "copies").mkdir()
    shutil.copy(tmp_path / "gauntlet.db", tmp_path / "copies" / "gauntlet-20260101-000000.db")
    code, lines = run(env, monkeypatch, capsys, "--quiet", "--backups", "copies")
    assert code == 0
    assert [line.split()[:2] for line in lines] == [["look", "clock"], ["look", "application"]]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DISCORD_TOKEN", ""),
        ("LOG_LEVEL", "LOUD"),
        ("DATABASE_URL", "sqlite:///"),
        ("DATABASE_URL", "sqlite:///x/y"),
    ],
)
def test_something_bad_is_said_once_and_in_the_exit_code(
    name: str,
    value: str,
    env: dict[str, str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, lines = run(env | {name: value}, monkeypatch, capsys, "--quiet")
    assert code == 1
    (said,) = [line for line in lines if line.startswith("bad ")]
    assert name in said
    assert "secret-token" not in "\n".join(lines)


def test_through_a_link_the_database_itself_is_looked_at(
    env: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """What lies beside the link does not count."""
    link = tmp_path / "elsewhere" / "link.db"
    link.parent.mkdir()
    link.symlink_to(env["DATABASE_URL"].removeprefix("sqlite:///"))
    (tmp_path / "gauntlet.db-wal").write_bytes(b"")
    code, lines = run(env | {"DATABASE_URL": f"sqlite:///{link}"}, monkeypatch, capsys)
    assert code == 0
    (said,) = [line for line in lines if "integrity" in line]
    assert "gauntlet.db-wal was left by a bot" in said
    assert not [line for line in lines if str(link.parent) in line]


@pytest.mark.outside
def test_whoever_reads_the_lines_may_stop_doing_so(env: dict[str, str], tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        ended = subprocess.run(
            [sys.executable, "-m", "bot", "doctor"],
            stdout=writing,
            stderr=subprocess.PIPE,
            check=False,
            timeout=60,
            cwd=tmp_path,
            env={**clean_environment(), **env, "DISCORD_API": NOWHERE},
        )
    finally:
        os.close(writing)
    assert (ended.returncode, ended.stderr) == (0, b"")


@pytest.mark.parametrize("value", ["sqlite:///none/g.db", "postgresql://ann@127.0.0.1:1/x"])
def test_the_setting_in_use_is_named(
    value: str, env: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code, lines = run(env | {"DATABASE_DIRECT_URL": value}, monkeypatch, capsys)
    assert code == 1
    (said,) = [line for line in lines if line.startswith("bad ")]
    assert "DATABASE_DIRECT_URL" in said
