"""Hundreds of people press at one instant, and the bot answers few of them at a time."""

from pathlib import Path

import pytest

from bench.flood import Flood, row_of, seat_people, world_of
from bench.rig.bot_under_test import insert_duels
from bot.ui.wire.overload import Overload
from sandbox import Sandbox, World
from tests.support.databases import rows
from tests.support.evening import Evening

DUELS = 150


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    """Discord waits longer than usual: a slow machine is no fault here. `bench.flood` has the real limit."""
    monkeypatch.setattr("sandbox.interactions.interactions.ACKNOWLEDGE_WITHIN", 20.0)
    return world_of(10, DUELS)


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'gauntlet.db'}"


@pytest.fixture
async def flood(sandbox: Sandbox, address: str) -> Flood:
    """Two people in each duel, before the bot is started."""
    sandbox.limits.enforced = False
    pairs = seat_people(sandbox, DUELS)
    await insert_duels(address, [row_of(one, two) for one, two in pairs])
    return Flood(sandbox, pairs)


@pytest.fixture
async def busy(flood: Flood, evening: Evening) -> Evening:
    await flood.open_panels()
    overload, tight = evening.bot.services.overload, Overload(at_once=5, soon=10)
    overload.line, overload._soon = tight.line, tight._soon
    return evening


async def test_none_fails_and_all_are_saved_and_answered(
    flood: Flood, busy: Evening, caplog: pytest.LogCaptureFixture
) -> None:
    outcome = await flood.burst()
    assert outcome.kinds["failed"] == 0
    assert outcome.kinds["deferred_update"] > DUELS
    assert len(outcome.last) == 2 * DUELS, "each sees the pick in the end"
    assert await rows(busy.address, "SELECT count(*) FROM picks") == [(2 * DUELS,)]
    lines = [record for record in caplog.records if record.name == "bot.health.tally"]
    assert len(lines) < DUELS / 5, "not one for every press"
