"""Boards that wait for their turn, when something happens meanwhile."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack

import pytest

from bot.duels.duel import Duel
from bot.ui.painting.announcer import Announcer
from bot.ui.painting.gate import Urgency
from bot.ui.painting.painter import Message
from sandbox import Sandbox
from sandbox.world.entities import Guild
from tests.support.evening import Evening, eventually

OTHER = Message(1)


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


@pytest.fixture
async def other_board(announcer: Announcer, duel: Duel) -> AsyncIterator[AsyncExitStack]:
    """The board of another duel is being painted in the same channel, until this is closed."""
    async with AsyncExitStack() as stack:
        await stack.enter_async_context(announcer._gate.turn(duel.channel, OTHER, Urgency.END))
        yield stack


def edits(sandbox: Sandbox) -> list[str]:
    """The paths of all edits of boards."""
    return [each.path for each in sandbox.traffic.matching("PATCH", "/channels/")]


async def is_waiting(announcer: Announcer, channel: int) -> bool:
    line = announcer._gate._lines.get(channel)
    return line is not None and line.first() is not None


async def test_a_painter_that_is_stopped_gives_its_turn_back(
    sandbox: Sandbox, announcer: Announcer, duel: Duel
) -> None:
    before = len(edits(sandbox))
    announcer.repaint(duel)
    announcer.stop()
    announcer.repaint(duel)
    await announcer.finish()
    assert len(edits(sandbox)) == before + 1
    assert len(announcer._gate) == 0


async def test_a_painter_that_is_stopped_while_it_waits_leaves_the_line(
    sandbox: Sandbox, announcer: Announcer, duel: Duel, other_board: AsyncExitStack
) -> None:
    before = len(edits(sandbox))
    announcer.repaint(duel)
    await eventually(lambda: is_waiting(announcer, duel.channel))
    announcer.stop()
    announcer.repaint(duel)
    await other_board.aclose()
    await announcer.finish()
    assert len(edits(sandbox)) == before + 1
    assert len(announcer._gate) == 0


async def test_a_board_that_is_outdated_again_before_it_is_looked_at_is_painted_once(
    sandbox: Sandbox, announcer: Announcer, duel: Duel
) -> None:
    before = len(edits(sandbox))
    announcer.outdated(duel)
    announcer.boards.forget(duel.id)
    await announcer.finish()
    assert len(edits(sandbox)) == before + 1


async def test_a_board_that_shows_all_by_its_turn_is_not_painted(
    sandbox: Sandbox, announcer: Announcer, duel: Duel, other_board: AsyncExitStack
) -> None:
    before, shown = len(edits(sandbox)), announcer.boards._painted[duel.id]
    announcer.repaint(duel)
    await eventually(lambda: is_waiting(announcer, duel.channel))
    announcer.boards._painted[duel.id] = shown  # by the answer to a press
    await other_board.aclose()
    await announcer.finish()
    assert len(edits(sandbox)) == before


async def test_a_board_that_has_moved_waits_for_a_turn_in_its_new_channel(
    sandbox: Sandbox, guild: Guild, announcer: Announcer, duel: Duel, other_board: AsyncExitStack
) -> None:
    before = len(edits(sandbox))
    lounge = next(each for each in guild.channels.values() if each.name == "lounge")
    announcer.repaint(duel)
    await eventually(lambda: is_waiting(announcer, duel.channel))
    async with announcer._gate.turn(lounge.id, OTHER, Urgency.END):
        announcer.outdated(duel.noted(channel=lounge.id))
        await other_board.aclose()
        await eventually(lambda: is_waiting(announcer, lounge.id))
        assert len(edits(sandbox)) == before
    await announcer.finish()
    assert str(lounge.id) in edits(sandbox)[before]
