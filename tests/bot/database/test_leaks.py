"""Secrets come from the environment and go nowhere else: into no complaint and no log."""

import asyncio
import logging
import os
import subprocess
import sys
import traceback
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from bot.config import BadConfig, Config, database_at
from bot.database import Unusable, open_database
from sandbox import Sandbox, World
from tests.support.project import ROOT

PASSWORD, TOKEN = "hunter2s3cret", "MTA1.s3cret-t0ken.xyz"
UNREADABLE = (
    f"ann:{PASSWORD}/x@127.0.0.1/db",
    f"ann:{PASSWORD}#x@127.0.0.1/db",
    f"ann:{PASSWORD}?x@127.0.0.1/db",
    f"ann:1?{PASSWORD}@127.0.0.1/db",
    f"ann:1/{PASSWORD}@127.0.0.1/db",
    f"ann:{PASSWORD}@127.0.0.1:x/db",
    f"ann:{PASSWORD}@127.0.0.1:99999/db",
    f"ann:{PASSWORD}@[::1/db",
)
UNREACHABLE = (
    f"ann:{PASSWORD}@127.0.0.1:1/db",
    f"ann:{PASSWORD}@127.0.0.1:1,[::1]:1/db",
    f"ann:{PASSWORD}%zz@127.0.0.1:1/db",
    f"ann:{PASSWORD}@/db?host=/nowhere",
)


def told(error: BaseException) -> str:
    return repr(error) + "".join(traceback.format_exception(error))


@pytest.mark.parametrize("rest", UNREADABLE)
def test_an_address_that_cant_be_read_is_not_repeated(rest: str) -> None:
    with pytest.raises(BadConfig, match=r"^DATABASE_URL can't be read") as problem:
        Config.from_env({"DISCORD_TOKEN": TOKEN, "DATABASE_URL": f"postgres://{rest}"})
    assert PASSWORD not in told(problem.value)
    assert "\n" not in str(problem.value)


@pytest.mark.parametrize("rest", UNREACHABLE)
async def test_a_server_that_cant_be_reached_is_no_reason_to_tell_its_password(
    rest: str, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.database.postgres.reach.PATIENCE", 0.1)
    monkeypatch.setattr("bot.database.postgres.server.FIRST_PATIENCE", 0.1)
    caplog.set_level(logging.DEBUG)
    with pytest.raises(Unusable) as problem:
        await open_database(database_at(f"postgresql://{rest}"))
    assert PASSWORD not in told(problem.value)
    assert PASSWORD not in caplog.text


def run(folder: Path, *arguments: str, **env: str) -> str:
    """All that a bot which can't start says, at its most talkative."""
    clean = {key: value for key, value in os.environ.items() if key not in {"DATABASE_URL", "DISCORD_API"}}
    finished = subprocess.run(
        [sys.executable, "-m", "bot", *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=60,
        check=False,
        env={**clean, "PYTHONPATH": str(ROOT), "DISCORD_TOKEN": TOKEN, "LOG_LEVEL": "DEBUG"} | env,
    )
    assert finished.returncode == 1
    return finished.stdout + finished.stderr


@pytest.mark.outside
def test_a_bot_that_cant_start_keeps_its_secrets_and_complains_in_one_line(tmp_path: Path) -> None:
    address = f"postgresql://ann:{PASSWORD}@127.0.0.1:1/db"
    with ThreadPoolExecutor() as threads:
        starts = (
            threads.submit(run, tmp_path, "recount", DATABASE_URL=address, LOG_FORMAT="json"),
            threads.submit(run, tmp_path, "move-database", f"sqlite:///{tmp_path}/a.db", address),
            threads.submit(run, tmp_path, DISCORD_API="http://127.0.0.1:1/api/v10"),
        )
    for said in (start.result() for start in starts):
        assert PASSWORD not in said
        assert TOKEN not in said
        assert "Traceback" not in said, said


@pytest.fixture
def world() -> World:
    return World()


async def test_a_token_that_is_refused_is_not_repeated(sandbox: Sandbox, tmp_path: Path) -> None:
    said = await asyncio.to_thread(run, tmp_path, DISCORD_API=sandbox.api_url)
    assert "Discord does not accept DISCORD_TOKEN." in said
    assert TOKEN not in said
