"""The real bot and people who play with it, over loopback sockets."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from sandbox import Sandbox, World
from sandbox.openapi import Contract
from tests.e2e.evening import Evening


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann", "Bob", "Cleo"]}, channels=("duels", "lounge"))


@pytest.fixture(scope="session")
def contract() -> Contract:
    """Read and compiled once for all tests."""
    return Contract.at_hand()


@pytest.fixture
async def sandbox(
    world: World, contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Sandbox]:
    async with Sandbox(world, contract=contract) as running:
        running.limits.enforced = False
        monkeypatch.setattr(Route, "BASE", running.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(running.gateway.url))
        yield running


@pytest.fixture
async def evening(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[Evening]:
    opened = Evening(sandbox, tmp_path / "gauntlet.db")
    await opened.open()
    yield opened
    await opened.close()
