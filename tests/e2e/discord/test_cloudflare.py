"""Cloudflare shuts out the bot for a while: what can wait waits, and then shows what is true."""

import logging

import aiohttp
import pytest

from sandbox import Sandbox
from sandbox.people.person import NotAsExpected
from tests.support.evening import Evening, panel_of, picks_on, wait_for_board

BAN = 1.0
"""Seconds; Discord names whole ones."""


async def test_boards_and_panels_wait_and_then_show_how_the_duel_stands(
    evening: Evening, sandbox: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    ann, bob = await evening.duel_with_panels("highlow")
    await evening.bot.services.announcer.finish()
    arena = evening.bot.services.arenas.arena(sandbox.world.guild("The Arena").id)
    (duel,) = await arena.open_of(ann.id)
    before = len(sandbox.traffic.exchanges)
    sandbox.faults.ban(BAN)
    with caplog.at_level(logging.WARNING):
        for token in ("7", "8", "9"):
            match = (await arena.duel(duel.id)).match
            assert match is not None
            for person in (ann, bob):
                await arena.pick(duel.id, person.id, token, match.turn)
        await wait_for_board(ann, "Round 3:")
    assert picks_on(panel_of(ann))
    banned = [each for each in [*sandbox.traffic.exchanges][before:] if each.status == 429]
    assert 1 <= len(banned) <= 4  # the board, the panels and the call were under way at once
    assert [each for each in caplog.records if "shuts out this address" in each.message]
    assert not [each for each in caplog.records if each.exc_info]


async def test_the_answer_to_a_press_is_tried_once_and_the_pick_is_shown_later(
    evening: Evening, sandbox: Sandbox, caplog: pytest.LogCaptureFixture
) -> None:
    ann, _ = await evening.duel_with_panels("highlow")
    sandbox.faults.ban(BAN)
    before = len(sandbox.traffic.matching("POST", "/callback"))
    with pytest.raises(NotAsExpected):
        await ann.press("7", on=panel_of(ann))
    assert len(sandbox.traffic.matching("POST", "/callback")) == before + 1
    await wait_for_board(ann, "✅ picked")
    assert not [each for each in caplog.records if each.exc_info]


async def test_a_reminder_comes_after_the_ban(evening: Evening, sandbox: Sandbox) -> None:
    ann, _ = await evening.duel_with_panels("highlow")
    await evening.bot.services.announcer.finish()
    sandbox.faults.ban(BAN)
    evening.pass_time(9 * 60)
    sandbox.faults.ban(BAN)
    await ann.wait_for("your pick is missing")


async def test_the_page_for_operators_says_it_and_stays_well_because_a_restart_would_not_help(
    evening: Evening, sandbox: Sandbox
) -> None:
    evening.health = ("127.0.0.1", 0)
    await evening.reopen()
    assert evening.bot.health is not None
    page = f"{evening.bot.health.address}/health"
    sandbox.faults.ban(600)
    with pytest.raises(NotAsExpected):
        await evening.person("Ann").slash("about")
    async with aiohttp.ClientSession() as session, session.get(page) as answer:
        said = await answer.json()
        assert answer.status == 200
    assert said["requests"].startswith("Discord shuts out this address for 59")
