"""Hypothesis without deadlines, for machines are noisy; and a sandbox for whoever names a world."""

import os
from collections.abc import AsyncIterator

import pytest
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from hypothesis import settings

from sandbox import Sandbox, World
from sandbox.openapi import Contract

settings.register_profile("noisy", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "noisy")


def pytest_report_header() -> str:
    at_hand = Contract.at_hand().is_at_hand
    return f"discord's openapi description: {'at hand' if at_hand else 'NOT at hand, bodies go unchecked'}"


@pytest.fixture(scope="session")
def contract() -> Contract:
    """Read and compiled once for all tests."""
    return Contract.at_hand()


@pytest.fixture
async def sandbox(
    world: World, contract: Contract, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Sandbox]:
    """In this process discord.py is pointed at it too."""
    async with Sandbox(world, contract=contract) as running:
        monkeypatch.setattr(Route, "BASE", running.api_url)
        monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(running.gateway.url))
        yield running
