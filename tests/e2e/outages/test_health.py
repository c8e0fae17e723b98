"""What those who run the bot can see of it."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import aiohttp
import pytest

from bot.health.report import GRACE, SLOWEST_COMMIT
from bot.health.server import HealthServer
from bot.ui.wire.sessions import DOUBLINGS, HEARTBEAT
from tests.support.databases import picks_unsavable
from tests.support.evening import Evening, eventually, panel_of, private_text

T = TypeVar("T")


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
    server = HealthServer(evening.bot.gateway, evening.bot.services, "127.0.0.1", 0)
    await server.open()
    await evening.bot.close()
    status, text = await get(f"{server.address}/health")
    await server.close()
    assert (status, '"ready": false' in text) == (503, True)


async def at_once(_shard: int | None, *, initial: bool = False) -> None:
    """In place of the five seconds that discord.py waits before it identifies again."""


async def test_a_gateway_that_is_gone_for_longer_than_a_resume_takes_is_said(
    evening: Evening, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    gateway = evening.bot.gateway
    monkeypatch.setattr(evening.bot, "before_identify_hook", at_once)
    evening.sandbox.faults.close_gateway()

    async def is_noticed() -> bool:
        return 0 in gateway._lost  # nobody has asked after it yet

    await eventually(is_noticed)
    assert (await get(f"{page}/health"))[0] == 200
    gateway.now = lambda: time.monotonic() + GRACE
    status, text = await get(f"{page}/health")
    assert status == 503
    assert '"gateway": "Discord\'s gateway has been away for 2' in text
    assert '"gateway_latency": null' in text
    assert evening.bot.shards[0]._parent._backoff._max == DOUBLINGS
    evening.sandbox.faults.open_gateway()

    async def is_well() -> bool:
        return (await get(f"{page}/health"))[0] == 200

    await eventually(is_well)


async def test_a_gateway_that_acknowledges_no_heartbeat_any_more_is_said(evening: Evening, page: str) -> None:
    assert evening.sandbox.gateway.heartbeat_interval < HEARTBEAT
    assert (await get(f"{page}/health"))[0] == 200
    evening.bot.gateway.now = lambda: time.monotonic() + HEARTBEAT
    assert (await get(f"{page}/health"))[0] == 200
    evening.bot.gateway.now = lambda: time.monotonic() + HEARTBEAT + GRACE + 1
    assert (await get(f"{page}/health"))[0] == 503


async def test_a_gateway_that_acknowledges_heartbeats_is_there(
    evening: Evening, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await get(f"{page}/health"))[0] == 200
    evening.bot.gateway.now = lambda: time.monotonic() + HEARTBEAT + GRACE + 1
    monkeypatch.setattr(evening.bot.shards[0]._parent.ws._keep_alive, "latency", 0.25)
    assert (await get(f"{page}/health"))[0] == 200


async def test_a_database_that_can_not_be_used_is_found_by_a_question_before_anybody_writes(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def probe() -> str:
        return "The disk with the database is full."

    monkeypatch.setattr(evening.bot.services.database, "probe", probe)
    assert await answer_of_new_page(evening) == (503, "The disk with the database is full.")


async def test_a_database_that_says_nothing_is_said_in_time(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.health.report.PATIENCE", 0.05)
    monkeypatch.setattr(evening.bot.services.database, "probe", asyncio.Event().wait)
    assert await answer_of_new_page(evening) == (503, "The database has not answered for 0.05 seconds.")


async def test_a_pick_that_waits_too_long_to_be_saved_is_said(
    evening: Evening, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, _ = await evening.duel_with_panels()
    database, journal = evening.bot.services.database, evening.bot.services.journal
    repeated, busy, go = database.repeated, asyncio.Event(), asyncio.Event()

    async def slowly(work: Callable[[], Awaitable[T]], *, if_lost: bool = False) -> T:
        busy.set()
        await go.wait()
        return await repeated(work, if_lost=if_lost)

    monkeypatch.setattr(database, "repeated", slowly)
    picking = asyncio.create_task(ann.press("7", on=panel_of(ann)))
    await busy.wait()
    assert (await get(f"{page}/health"))[0] == 200
    monkeypatch.setattr(journal._batch, "now", lambda: time.monotonic() + SLOWEST_COMMIT)
    status, text = await get(f"{page}/health")
    go.set()
    await picking
    assert status == 503
    assert "has been waiting for 5 seconds to be saved" in text
    assert (await get(f"{page}/health"))[0] == 200


async def test_figures_are_shown_while_the_database_says_nothing(
    evening: Evening, page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    await evening.duel()
    assert (await figures(page))["gauntlet_live_duels"] == 1
    health = evening.bot.health
    assert health is not None
    monkeypatch.setattr(health._report._live, "_ask", asyncio.Event().wait)
    monkeypatch.setattr(health._report._live, "_limit", 0.05)
    health._report._live.now = lambda: time.monotonic() + 60
    assert (await figures(page))["gauntlet_live_duels"] == 1


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost"])
async def test_the_page_is_served_at_every_kind_of_address(evening: Evening, host: str) -> None:
    server = HealthServer(evening.bot.gateway, evening.bot.services, host, 0)
    await server.open()
    status, _ = await get(f"{server.address}/health")
    await server.close()
    assert status == 200


async def answer_of_new_page(evening: Evening) -> tuple[int, str]:
    """The status, and what is said of the database."""
    server = HealthServer(evening.bot.gateway, evening.bot.services, "127.0.0.1", 0)
    await server.open()
    try:
        status, text = await get(f"{server.address}/health")
    finally:
        await server.close()
    return status, json.loads(text)["database"]


async def test_picks_answers_and_live_duels_are_counted(evening: Evening, page: str) -> None:
    ann, bob = await evening.duel_with_panels()
    await asyncio.gather(ann.press("7", on=panel_of(ann)), bob.press("5", on=panel_of(bob)))
    seen = await figures(page)
    assert seen["gauntlet_picks_total"] == 2
    assert seen["gauntlet_live_duels"] == 1
    assert seen["gauntlet_answer_seconds_count"] == 5
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
