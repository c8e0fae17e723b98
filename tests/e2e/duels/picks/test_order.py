"""Validate, save, answer, then paint: in this order, whatever is pressed."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from sandbox.people.person import Reply
from tests.support.databases import duels_locked, rows
from tests.support.evening import Evening, board_of, open_panel, panel_of, wait_for_board

CALLBACK = "/callback"


async def answered_first(evening: Evening, act: Coroutine[Any, Any, Reply]) -> None:
    """Discord is slow to take the answer: whatever doesn't wait for that overtakes it."""
    await evening.bot.services.announcer.finish()
    evening.sandbox.faults.delay(0.1, CALLBACK)
    seen = len(evening.sandbox.traffic.exchanges)
    await act
    first = [*evening.sandbox.traffic.exchanges][seen]
    assert CALLBACK in first.path, first


async def test_the_answer_comes_before_every_edit(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await ann.slash("notify", on=True)
    evening.pass_time(1000)
    await answered_first(evening, bob.slash("duel highlow", opponent=ann))
    evening.pass_time(200)
    await answered_first(evening, ann.press("Accept"))
    for person in (ann, bob):
        await answered_first(evening, open_panel(person))
    await answered_first(evening, ann.press("7", on=panel_of(ann)))
    await answered_first(evening, bob.press("5", on=panel_of(bob)))
    await wait_for_board(ann, "Round 1:")
    for label in ("More", "Resign", "Resign"):
        await answered_first(evening, ann.press(label, on=panel_of(ann)))
    over = await wait_for_board(ann, "by resignation")
    await answered_first(evening, ann.press("Rematch", on=over))
    await answered_first(evening, bob.press("Rematch", on=over))
    await wait_for_board(ann, "Round 1 of")


async def test_the_answer_comes_first_with_the_computer_and_for_declined_challenges(evening: Evening) -> None:
    ann, bob = evening.person("Ann"), evening.person("Bob")
    await answered_first(evening, ann.slash("duel ten", opponent=evening.sandbox.world.bot))
    await answered_first(evening, ann.press("Begin"))
    await answered_first(evening, open_panel(ann))
    await answered_first(evening, ann.slash("resign"))
    await answered_first(evening, ann.press("Call it off", on=panel_of(ann)))
    await wait_for_board(ann, "Called off")
    evening.pass_time(10)
    await ann.slash("duel ten", opponent=bob)
    await answered_first(evening, bob.press("Decline", on=board_of(bob)))


async def test_nobody_is_told_before_the_pick_is_saved(evening: Evening) -> None:
    ann, bob = await evening.duel_with_panels()
    async with duels_locked(evening.bot.services.database):
        pressing = asyncio.create_task(ann.press("7", on=panel_of(ann)))
        for _ in range(3):
            await open_panel(bob)
        assert not pressing.done()
    await pressing
    assert "Locked in" in panel_of(ann).text


async def test_a_pick_is_on_disk_before_its_player_is_told(evening: Evening) -> None:
    ann, _ = await evening.duel_with_panels()
    evening.sandbox.faults.delay(0.2, CALLBACK)
    pressing = asyncio.create_task(ann.press("7", on=panel_of(ann)))
    async with asyncio.timeout(5):
        while evening.sandbox.faults._waiting:
            await asyncio.sleep(0.005)
    assert await rows(evening.address, "SELECT token FROM picks") == [("7",)]
    assert "Locked in" not in panel_of(ann).text
    await pressing
    assert "Locked in" in panel_of(ann).text
