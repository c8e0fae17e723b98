"""Hypothesis without deadlines, for machines are noisy; databases of both kinds; and a sandbox for whoever
names a world."""

import asyncio
import os
from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from hypothesis import settings

from bench.rig import postgres
from bench.rig.postgres import Postgres
from bot.database import open_database
from sandbox import Sandbox, World
from sandbox.server.openapi import Contract

settings.register_profile("noisy", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "noisy")


def pytest_report_header() -> str:
    at_hand = Contract.load().is_loaded
    return f"discord's openapi description: {'at hand' if at_hand else 'NOT at hand, bodies go unchecked'}"


NUMBERS = count(1)
FRESH = "fresh"


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """One PostgreSQL server for all tests, with a database that is up to date to copy from."""
    lack = postgres.missing()
    if lack and os.environ.get("CI"):
        pytest.fail(lack)
    if lack:
        pytest.skip(lack)
    with postgres.running() as started:
        address = started.make(FRESH)
        asyncio.run(_prepare(address))
        yield started


async def _prepare(address: str) -> None:
    await (await open_database(address)).close()


@pytest.fixture
def postgresql(server: Postgres) -> Iterator[str]:
    """The address of an empty database on it."""
    name = f"test{next(NUMBERS)}"
    yield server.make(name, FRESH)
    server.drop(name)


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind: what is kept there is tested on both."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'gauntlet.db'}"
    found: str = request.getfixturevalue("postgresql")
    return found


@pytest.fixture(scope="session")
def contract() -> Contract:
    """Read and compiled once for all tests."""
    return Contract.load()


@pytest.fixture
async def sandbox(
    world: World, contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Sandbox]:
    """In this process discord.py is pointed at it too."""
    async with Sandbox(world, contract=contract) as running:
        monkeypatch.setattr(Route, "BASE", running.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(running.gateway.url))
        yield running
