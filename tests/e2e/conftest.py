"""The real bot and people who play with it, over loopback sockets."""

from collections.abc import AsyncIterator

import pytest

from bench.rig.conditions import SPEED
from bench.rig.deck import put_deck
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


@pytest.fixture
async def evening(sandbox: Sandbox, address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Evening]:
    monkeypatch.setattr("bot.ui.painting.announcer.BOARD_PAUSE", 0.01)
    monkeypatch.setattr("bot.ui.wire.start.sessions.SPACING", IDENTIFY_PAUSE)
    opened = Evening(sandbox, address)
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
