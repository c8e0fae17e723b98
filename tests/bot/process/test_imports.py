"""What a bot does not load, because it would take memory for nothing."""

import subprocess
import sys
from pathlib import Path

import pytest

from bench.rig.postgres import Postgres

UNUSED = (
    *("sqlalchemy.orm", "sqlalchemy.ext.asyncio", "aiohttp.web"),
    *("numpy", "matplotlib", "bot.doctor", "bot.live_check", "bot.database.move"),
)
OF_SERVERS, OF_FILES = ("asyncpg", "bot.database.postgres.server"), ("aiosqlite", "bot.database.sqlite")
PROGRAM = """
import asyncio, sys
import bot.__main__
from bot.database import open_database
async def start(address):
    await (await open_database(address)).close()
asyncio.run(start(sys.argv[1]))
print(*sys.modules)
"""


def loaded_on(address: str) -> set[str]:
    """The modules that a bot loads which makes a new database."""
    command = [sys.executable, "-c", PROGRAM, address]
    return {*subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()}


def test_on_a_file_nothing_is_loaded_that_only_upgrades_servers_or_commands_need(tmp_path: Path) -> None:
    assert loaded_on(f"sqlite:///{tmp_path / 'new.db'}") & {*UNUSED, *OF_SERVERS} == set()


@pytest.mark.outside
def test_on_a_server_nothing_is_loaded_that_only_upgrades_files_or_commands_need(server: Postgres) -> None:
    assert loaded_on(server.make("imports")) & {*UNUSED, *OF_FILES} == set()
