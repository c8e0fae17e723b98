"""Makes the dumps of earlier commits again: `python -m tests.support.steps.record [COMMIT ...]`.

It needs the whole history and PostgreSQL. Ids and seeds are drawn anew, so every run writes other dumps.
"""

import io
import os
import shutil
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from contextlib import closing
from pathlib import Path

from bench.rig import postgres
from bench.rig.postgres import Postgres
from tests.support.project import ROOT
from tests.support.steps.earlier import COMMITS, dump_of

EVENING = Path(__file__).with_name("evening.py")
NOISE = ("--", "SET ", "SELECT pg_catalog.set_config", "\\")
"""How those lines of pg_dump begin that hold neither tables nor rows."""


def record(commit: str, server: Postgres) -> None:
    with tempfile.TemporaryDirectory() as folder:
        archive = subprocess.run([_git(), "archive", commit], cwd=ROOT, check=True, capture_output=True)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
            files.extractall(folder, filter="data")
        path = Path(folder) / "earlier.db"
        _fill(folder, str(path))
        _write("sqlite", commit, _dump_file(path))
        if commit in COMMITS["postgresql"]:
            address = server.make(commit)
            _fill(folder, address)
            _write("postgresql", commit, _dump_server(address))
            server.drop(commit)


def _fill(folder: str, address: str) -> None:
    environment = {**os.environ, "PYTHONPATH": folder}
    subprocess.run([sys.executable, EVENING, address], cwd=folder, env=environment, check=True)


def _dump_file(path: Path) -> str:
    with closing(sqlite3.connect(path)) as connection:
        return "\n".join(connection.iterdump())


def _dump_server(address: str) -> str:
    command = [
        _found("pg_dump", postgres.find("pg_dump")),
        "--inserts",
        "--no-owner",
        "--no-privileges",
        address,
    ]
    found = subprocess.run(command, check=True, capture_output=True, text=True)
    return "\n".join(line for line in found.stdout.splitlines() if not line.startswith(NOISE))


def _git() -> str:
    return _found("git", shutil.which("git"))


def _found(program: str, path: str | None) -> str:
    if path is None:
        raise FileNotFoundError(program)
    return path


def _write(kind: str, commit: str, dump: str) -> None:
    path = dump_of(kind, commit)
    path.parent.mkdir(parents=True, exist_ok=True)
    lines = (line.rstrip() for line in dump.splitlines())
    path.write_text("".join(f"{line}\n" for line in lines if line), encoding="utf-8")


if __name__ == "__main__":
    with postgres.running() as running:
        for each in sys.argv[1:] or COMMITS["sqlite"]:
            record(each, running)
