"""A host whose DATABASE_URL leads to a transaction pooler, with one process and with two."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.rig.bot_process import until_ready
from sandbox import Sandbox, World
from sandbox.server.process import BotProcess
from tests.e2e.servers.test_shards import GUILDS, Crew, called_away, people_of
from tests.support.databases import rows
from tests.support.evening import open_panel, panel_of, picks_on, play
from tests.support.postgres.pgbouncer import pooler
from tests.support.project import ROOT


@pytest.fixture
def world() -> World:
    names = {f"Guild {number}": [f"Ann{number}", f"Bob{number}"] for number in range(GUILDS)}
    return World.of(names, channels=("duels",))


@pytest.fixture
def pooled(postgresql: str) -> Iterator[str]:
    with pooler(postgresql, "transaction") as address:
        yield address


async def bot(folder: Path, *arguments: str, **env: str) -> "subprocess.CompletedProcess[str]":
    """A command of the bot, or the bot itself if it can't start."""
    clean = {key: value for key, value in os.environ.items() if not key.startswith("DATABASE_")}
    return await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "bot", *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=60,
        check=False,
        env={**clean, "PYTHONPATH": str(ROOT), **env},
    )


@pytest.mark.parametrize("shards", [{}, {"SHARD_IDS": "0", "SHARD_COUNT": "2"}])
async def test_without_the_direct_address_the_bot_asks_for_it_and_ends(
    sandbox: Sandbox, pooled: str, tmp_path: Path, shards: dict[str, str]
) -> None:
    ended = await bot(tmp_path, **sandbox.environment, **shards, DATABASE_URL=pooled)
    assert ended.returncode == 1
    said = ended.stderr.splitlines()[-1]
    assert said.startswith("This address leads to a transaction pooler")
    assert "Set DATABASE_DIRECT_URL" in said
    assert "Traceback" not in ended.stderr


async def test_with_the_direct_address_a_duel_is_played_and_recounted(
    sandbox: Sandbox, pooled: str, postgresql: str, tmp_path: Path
) -> None:
    addresses = {"DATABASE_URL": pooled, "DATABASE_DIRECT_URL": postgresql}
    process = BotProcess("bot", sandbox.environment | addresses, sandbox.status)
    await process.start()
    try:
        await until_ready(sandbox)
        ann, bob = people_of(sandbox, 0)
        await ann.slash("duel ten", opponent=bob)
        await bob.press("Accept")
        for person in (ann, bob):
            await open_panel(person)
        await play(ann, bob)
    finally:
        await process.stop()
    assert await rows(postgresql, "SELECT status FROM duels") == [("won",)]
    recounted = await bot(tmp_path, "recount", **addresses)
    assert recounted.returncode == 0, recounted.stderr
    assert "1 duel" in recounted.stdout


async def test_with_the_direct_address_a_press_is_handed_over_between_two_processes(
    sandbox: Sandbox, pooled: str, postgresql: str, tmp_path: Path
) -> None:
    crew = Crew(sandbox, pooled, DATABASE_DIRECT_URL=postgresql)
    try:
        await crew.start()
        first, other = await called_away(*people_of(sandbox, 1))
        await open_panel(other)
        await other.press("2", on=panel_of(other))
        assert await rows(postgresql, "SELECT token FROM picks ORDER BY turn") == [("1",), ("2",)]
        await first.wait_until(lambda _: bool(picks_on(panel_of(first))))
    finally:
        await crew.stop()
    recounted = await bot(tmp_path, "recount", DATABASE_URL=pooled, DATABASE_DIRECT_URL=postgresql)
    assert recounted.returncode == 0, recounted.stderr
