"""What those who run the bot can see of it."""

import asyncio

import aiohttp
import pytest

from bot.health.server import HealthServer
from tests.support.databases import picks_unsavable
from tests.support.evening import Evening, panel_of, private_text


@pytest.fixture
async def page(evening: Evening) -> str:
    evening.health = ("127.0.0.1", 0)
    await evening.reopen()
    assert evening.bot.health is not None
    return evening.bot.health.address


async def get(address: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(address) as answer:
        return answer.status, await answer.text()


async def figures(page: str) -> dict[str, float]:
    _, text = await get(f"{page}/metrics")
    lines = [line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, value in lines}


@pytest.mark.usefixtures("evening")
async def test_a_bot_that_is_ready_says_that_it_is_well(page: str) -> None:
    status, text = await get(f"{page}/health")
    assert status == 200
    assert '"well": true' in text
    assert '"database": "ok"' in text


async def test_a_bot_that_lost_its_connection_says_so(evening: Evening) -> None:
    server = HealthServer(evening.bot, evening.bot.services, "127.0.0.1", 0)
    await server.open()
    await evening.bot.close()
    status, text = await get(f"{server.address}/health")
    await server.close()
    assert (status, '"ready": false' in text) == (503, True)


async def test_picks_answers_and_live_duels_are_counted(evening: Evening, page: str) -> None:
    ann, bob = await evening.duel_with_panels()
    await asyncio.gather(ann.press("7", on=panel_of(ann)), bob.press("5", on=panel_of(bob)))
    seen = await figures(page)
    assert seen["gauntlet_picks_total"] == 2
    assert seen["gauntlet_live_duels"] == 1
    assert seen["gauntlet_answer_seconds_count"] == 6
    assert seen["gauntlet_commit_seconds_count"] >= 1
    assert seen["gauntlet_commit_queue"] == 0


async def test_refusals_are_counted_by_where_they_were_refused_and_faults_apart(
    evening: Evening, page: str
) -> None:
    ann, _ = await evening.duel_with_panels()
    hand = panel_of(ann)
    assert "can't challenge yourself" in private_text(await ann.slash("duel ten", opponent=ann))
    async with picks_unsavable(evening.bot.services.database):
        await ann.press("7", on=hand)
    seen = await figures(page)
    assert seen['gauntlet_refusals_total{reason="limits.challenging"}'] == 1
    assert seen["gauntlet_faults_total"] == 1


async def test_what_discord_refuses_is_counted_by_its_code(evening: Evening, page: str) -> None:
    ann, bob = await evening.duel_with_panels()
    evening.sandbox.faults.take_permission(ann.channel, 1 << 10)
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await evening.bot.services.announcer.finish()
    assert (await figures(page))['gauntlet_discord_errors_total{code="50001",status="403"}'] >= 1
