"""The real bot and people who play with it, over loopback sockets."""

from collections.abc import AsyncIterator

import pytest

from bench.rig.conditions import SPEED, put_deck
from sandbox import Sandbox, World
from sandbox.people.person import Person
from sandbox.world.entities import Guild
from sandbox.world.permissions import Permission
from tests.support.evening import Evening

IDENTIFY_PAUSE = 5.2 / SPEED
"""Seconds between two sessions of the bot."""


@pytest.fixture
def world() -> World:
    return World.of({"The Arena": ["Ann", "Bob", "Cleo"]}, channels=("duels", "lounge"))


@pytest.fixture
def sandbox(sandbox: Sandbox) -> Sandbox:
    """With the limits of Discord, but fifty times as fast, and with the emoji of an earlier start."""
    sandbox.limits.speed = SPEED
    put_deck(sandbox)
    return sandbox


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Stories that are marked so are played a second time, with the same words on the same screens."""
    if metafunc.definition.get_closest_marker("also_late") and "is_late" in metafunc.fixturenames:
        metafunc.parametrize("is_late", [False, True], ids=["in time", "late"])


@pytest.fixture
def is_late() -> bool:
    """Whether every press is acknowledged before it is answered, as if many people pressed at once."""
    return False


@pytest.fixture
async def evening(
    sandbox: Sandbox, address: str, monkeypatch: pytest.MonkeyPatch, *, is_late: bool
) -> AsyncIterator[Evening]:
    monkeypatch.setattr("bot.ui.painting.announcer.BOARD_PAUSE", 0.01)
    monkeypatch.setattr("bot.ui.wire.sessions.SPACING", IDENTIFY_PAUSE)
    opened = Evening(sandbox, address, is_late=is_late)
    await opened.open()
    yield opened
    await opened.close()


@pytest.fixture
def guild(evening: Evening) -> Guild:
    return evening.sandbox.world.guild("The Arena")


@pytest.fixture
def manager(evening: Evening, guild: Guild) -> Person:
    """Somebody who manages the server."""
    role = evening.sandbox.world.add_role(guild, "Boss", Permission.MANAGE_GUILD)
    evening.sandbox.world.add_member(guild, "Max", [role])
    return evening.person("Max")
