"""What a host is told who has not installed PostgreSQL's driver; on a file nothing of it is needed."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.database import open_database
from tests.support.project import ROOT

PROGRAM = """
import contextlib, io, json, sys
for module in sys.argv[1].split(","):
    sys.modules[module] = None
from bot.__main__ import main
ended = []
for arguments in json.loads(sys.argv[2]):
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = main(arguments)
    ended.append((code, said.getvalue()))
print(json.dumps(ended))
"""
SENTENCE = (
    "{} needs PostgreSQL's driver, which is not installed. Run `make postgres` in a checkout, or "
    "`pip install 'gauntlet[postgres]'` where Gauntlet was installed with pip.\n"
)
SERVER = "postgresql://ann:hunter2@127.0.0.1:1/gauntlet"
COMMANDS = (["run"], ["backup", "copy.db"], ["restore", "copy.db"], ["recount"], ["forget", "1"])


def without(modules: str, folder: Path, address: str, *commands: list[str]) -> list[Any]:
    """The exit code of each command and what it said, in a process that can't import these modules."""
    settings = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": "t",
        "DISCORD_API": "http://127.0.0.1:1/api/v10",
        "DATABASE_URL": address,
    }
    ended = subprocess.run(
        [sys.executable, "-c", PROGRAM, modules, json.dumps(commands)],
        cwd=folder,
        env=settings,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    found: list[Any] = json.loads(ended.stdout.splitlines()[-1])
    return found


@pytest.mark.parametrize("module", ["asyncpg", "greenlet"])
def test_an_address_of_a_server_without_the_driver_is_one_sentence(tmp_path: Path, module: str) -> None:
    found = without(module, tmp_path, SERVER, *COMMANDS)
    assert found == [[1, SENTENCE.format("DATABASE_URL")] for _ in COMMANDS]
    moves = without(
        module,
        tmp_path,
        "",
        ["move-database", SERVER, "sqlite:///a.db"],
        ["move-database", "sqlite:///a.db", SERVER],
    )
    assert moves == [[1, SENTENCE.format("A database")] for _ in moves]


def test_the_doctor_says_it_too(tmp_path: Path) -> None:
    ((code, said),) = without("asyncpg", tmp_path, SERVER, ["doctor"])
    assert code == 1
    assert SENTENCE.format("DATABASE_URL").strip() in said


async def test_a_file_needs_nothing_of_it(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'gauntlet.db'}"
    await (await open_database(address)).close()
    *done, doctor = without(
        "asyncpg,greenlet",
        tmp_path,
        address,
        ["backup", "copy.db"],
        ["restore", "copy.db"],
        ["recount"],
        ["forget", "1"],
        ["move-database", address, "sqlite:///other.db"],
        ["doctor"],
    )
    assert [code for code, _ in done] == [0, 0, 0, 0, 0], done
    assert "All tables are as this version expects them." in doctor[1]
