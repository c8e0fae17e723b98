"""Duels while requests and events take their time on the way, as they do on Discord."""

import asyncio
import time

import pytest

from sandbox.server.latency import REAL
from tests.support.evening import (
    Evening,
    board_of,
    is_live,
    labels,
    open_panel,
    panel_of,
    picks_on,
    play,
    private_text,
    wait_for_board,
)


@pytest.fixture
def far(evening: Evening) -> Evening:
    """Requests and events take 60 to 250 ms, divided by the speed of the limits."""
    evening.sandbox.latency = REAL
    return evening


async def test_a_press_is_answered_in_time_at_the_real_distance(far: Evening) -> None:
    far.sandbox.limits.speed = 1.0
    ann, bob = await far.duel_with_panels()
    for person in (ann, bob):
        began = time.monotonic()
        await person.press(picks_on(panel_of(person))[0].custom_id, on=panel_of(person))
        assert 0.06 + 0.03 <= time.monotonic() - began < 3
    await wait_for_board(ann, "Round 2")


async def test_a_match_is_played_to_its_end(far: Evening) -> None:
    ann, bob = await far.duel_with_panels()
    await play(ann, bob)
    assert "Rematch" in labels(await wait_for_board(ann, "wins"))


async def test_two_accept_at_the_same_instant_and_one_is_told_that_it_was_too_late(far: Evening) -> None:
    ann = far.person("Ann")
    await ann.slash("duel highlow")
    bob, cleo = far.person("Bob"), far.person("Cleo")
    replies = await asyncio.gather(bob.press("Accept"), cleo.press("Accept"))
    told = [private_text(reply) for reply in replies if reply.message is not None and reply.message.private]
    assert len(told) == 1
    assert is_live(board_of(ann))


async def test_a_restart_in_the_middle_of_a_turn_loses_nothing(far: Evening) -> None:
    ann, bob = await far.duel_with_panels()
    await ann.press(picks_on(panel_of(ann))[0].custom_id, on=panel_of(ann))
    await far.reopen()
    await open_panel(bob)
    await bob.press(picks_on(panel_of(bob))[-1].custom_id, on=panel_of(bob))
    await wait_for_board(bob, "Round 2")
