"""Boards whose turn has come, when something happens before their painting begins."""

import pytest

from bot.duels.duel import Duel
from bot.ui.painting.announcer import Announcer
from sandbox import Sandbox
from sandbox.world.entities import Guild
from tests.support.evening import Evening, eventually


@pytest.fixture
async def announcer(evening: Evening) -> Announcer:
    return evening.bot.services.announcer


@pytest.fixture
async def duel(evening: Evening, guild: Guild, announcer: Announcer) -> Duel:
    """A live duel whose messages could all be edited at once."""
    ann, _ = await evening.duel_with_panels("highlow")
    await eventually(lambda: _is_idle(announcer))
    (duel,) = await evening.bot.services.arenas.arena(guild.id).open_of(ann.id)
    return duel


async def _is_idle(announcer: Announcer) -> bool:
    await announcer.finish()
    return not len(announcer._painters)


def edits(sandbox: Sandbox) -> list[str]:
    """The paths of all edits of boards."""
    return [each.path for each in sandbox.traffic.matching("PATCH", "/channels/")]


async def test_a_painter_that_is_stopped_gives_its_turn_back(
    sandbox: Sandbox, announcer: Announcer, duel: Duel
) -> None:
    before = len(edits(sandbox))
    announcer.boards.forget(duel.id)
    announcer.outdated(duel)
    assert announcer._turns
    announcer.stop()
    announcer.outdated(duel)
    await announcer.finish()
    assert len(edits(sandbox)) == before + 1


async def test_a_board_that_was_current_and_has_changed_waits_for_a_turn(
    sandbox: Sandbox, announcer: Announcer, duel: Duel
) -> None:
    before = len(edits(sandbox))
    announcer.outdated(duel)
    assert not announcer._turns
    announcer.boards.forget(duel.id)
    await announcer.finish()
    assert len(edits(sandbox)) == before + 1


async def test_a_board_that_has_moved_waits_for_a_turn_in_its_new_channel(
    sandbox: Sandbox, guild: Guild, announcer: Announcer, duel: Duel
) -> None:
    before = len(edits(sandbox))
    lounge = next(each for each in guild.channels.values() if each.name == "lounge")
    announcer.boards.forget(duel.id)
    announcer.outdated(duel)
    assert announcer._turns[duel.id].channel == duel.channel
    announcer.outdated(duel.noted(channel=lounge.id))
    await announcer.finish()
    assert str(lounge.id) in edits(sandbox)[before]
