"""A database server that goes silent in the middle of matches: people are told, and everything goes on."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator

import aiohttp
import pytest

from bench.rig.bot_process import until_ready
from sandbox import Sandbox
from sandbox.server.process import BotProcess
from tests.support.databases import rows
from tests.support.evening import (
    Evening,
    board_of,
    eventually,
    open_panel,
    panel_of,
    play,
    wait_for_board,
)
from tests.support.postgres.proxy import Proxy, in_front_of

APOLOGY = "Sorry, something went wrong on our side."


@pytest.fixture
async def proxied(
    sandbox: Sandbox, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Proxy, Evening]]:
    monkeypatch.setattr("bot.ui.painting.announcer.BOARD_PAUSE", 0.01)
    async with in_front_of(postgresql) as (proxy, address):
        opened = Evening(sandbox, address, health=("127.0.0.1", 0))
        await opened.open()
        yield proxy, opened
        proxy.resume()
        await opened.close()


@pytest.fixture
def proxy(proxied: tuple[Proxy, Evening]) -> Proxy:
    return proxied[0]


@pytest.fixture
def evening(proxied: tuple[Proxy, Evening]) -> Evening:
    return proxied[1]


async def health_of(evening: Evening) -> int:
    assert evening.bot.health is not None
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"{evening.bot.health.address}/health") as seen,
    ):
        return seen.status


async def test_presses_are_apologised_for_and_play_resumes_when_the_server_answers_again(
    evening: Evening, proxy: Proxy
) -> None:
    ann, bob = await evening.duel_with_panels()
    panels = panel_of(ann), panel_of(bob)
    proxy.silence_all()
    await asyncio.gather(ann.press("7", on=panels[0]), bob.press("5", on=panels[1]))
    for person in (ann, bob):
        await person.wait_for(APOLOGY)
    assert await health_of(evening) == 503
    proxy.resume()
    for person, pick, panel in ((ann, "7", panels[0]), (bob, "5", panels[1])):
        await person.press(pick, on=panel)
    await wait_for_board(ann, "Round 2")

    async def is_well() -> bool:
        return await health_of(evening) == 200

    await eventually(is_well)
    for person in (ann, bob):
        await open_panel(person)
    await play(ann, bob)
    assert await rows(evening.address, "SELECT status FROM duels") == [("won",)]


async def test_nobody_notices_that_old_connections_went_silent_if_new_ones_work(
    evening: Evening, proxy: Proxy
) -> None:
    ann, bob = await evening.duel_with_panels()
    proxy.silence_old()
    await ann.press("7", on=panel_of(ann))
    await bob.press("5", on=panel_of(bob))
    await wait_for_board(ann, "Round 2")
    await play(ann, bob)


async def test_a_round_that_was_completed_unheard_is_shown_and_has_its_deadline(
    evening: Evening, proxy: Proxy
) -> None:
    ann, bob = await evening.duel_with_panels()
    await ann.press("7", on=panel_of(ann))
    panel = panel_of(bob)
    proxy.silence_answers()
    await bob.press("5", on=panel)
    await bob.wait_for(APOLOGY)
    proxy.resume()
    evening.pass_time(3)
    await wait_for_board(ann, "Round 2")
    evening.pass_time(10_000)
    await wait_for_board(ann, "No result: both ran out of time.")


async def test_an_end_that_was_saved_unheard_is_shown(evening: Evening, proxy: Proxy) -> None:
    ann, _ = await evening.duel()
    await evening.both_pick()
    await ann.slash("resign")
    proxy.silence_answers_to(b"resigned")
    await ann.press("Resign")
    proxy.resume()

    async def is_shown() -> bool:
        """The bot looks again every few seconds, until it has reached the server."""
        evening.pass_time(3)
        return "@Bob wins" in board_of(ann).text

    await eventually(is_shown)
    told = "SELECT count(*) FROM duels WHERE untold IS NOT NULL"
    await eventually(lambda: _is_empty(evening.address, told))
    assert await rows(evening.address, "SELECT count(*) FROM results") == [(2,)]


async def test_a_deadline_that_falls_into_the_silence_is_kept(evening: Evening, proxy: Proxy) -> None:
    ann, _ = await evening.duel_with_panels()
    await evening.both_pick()
    await wait_for_board(ann, "Round 2")
    await ann.press("7", on=panel_of(ann))
    proxy.silence_all()
    evening.pass_time(10_000)
    await eventually(lambda: asyncio.sleep(0, evening.bot.services.database.trouble is not None))
    proxy.resume()
    evening.pass_time(60)
    assert "@Ann wins" in (await wait_for_board(ann, "Final, on time", patience=10)).text


async def test_a_signal_ends_the_process_within_ten_seconds_while_the_server_is_silent(
    sandbox: Sandbox, postgresql: str
) -> None:
    async with in_front_of(postgresql) as (proxy, address):
        bot = BotProcess("bot", sandbox.environment | {"DATABASE_URL": address}, sandbox.status)
        await bot.start()
        try:
            await until_ready(sandbox)
            ann, bob = sandbox.person("Ann"), sandbox.person("Bob")
            await ann.slash("duel highlow", opponent=bob)
            await bob.press("Accept")
            await open_panel(ann)
            proxy.silence_all()
            pressing = asyncio.create_task(ann.press("7", on=panel_of(ann)))
            await asyncio.sleep(0.2)
            os.kill(bot.pid, signal.SIGTERM)
            async with asyncio.timeout(10):
                await bot.wait()
            pressing.cancel()
            await asyncio.gather(pressing, return_exceptions=True)
        finally:
            await bot.stop()


async def _is_empty(address: str, count: str) -> bool:
    return await rows(address, count) == [(0,)]
