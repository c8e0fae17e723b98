"""Sessions begin one at a time, also those of several processes, and the last ones of a day are kept."""

import asyncio
import signal
import sys
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest

from bot.client import Gauntlet
from bot.database.postgres.server import TAKE_TURN, TURN
from bot.process.shards import Shards
from bot.ui.wire import sessions
from sandbox import Sandbox, World
from sandbox.gateway.starts import STARTS_A_DAY
from tests.support.databases import server_link
from tests.support.evening import PATIENCE, Evening, eventually
from tests.support.postgres.proxy import in_front_of
from tests.support.starts.ends import clean_environment
from tests.support.starts.processes import running

LONG_START = 20.0
PAUSES = 9.0
"""Seconds; two pauses of five are longer."""


@pytest.fixture
def world() -> World:
    names = {f"Guild {number}": [f"Ann{number}", f"Bob{number}"] for number in range(4)}
    return World.of(names, channels=("duels",))


@pytest.fixture
def quick(sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch) -> Sandbox:
    """A sandbox whose pauses are short, and a bot that knows it."""
    monkeypatch.setattr(sessions, "SPACING", 5.2 / sandbox.limits.speed)
    monkeypatch.setattr(sessions, "LOOK_AGAIN", 0.05)
    return sandbox


def used(sandbox: Sandbox) -> int:
    """How many sessions of today are used up; refused attempts count too."""
    return STARTS_A_DAY - sandbox.gateway.sessions_left


async def test_processes_that_start_together_take_turns(
    sandbox: Sandbox, postgresql: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They log in one after the other here, so the pause is longer than that takes."""
    sandbox.limits.speed = 2.5
    monkeypatch.setattr(sessions, "SPACING", 5.2 / sandbox.limits.speed)
    async with AsyncExitStack() as stack:
        bots = [
            (await stack.enter_async_context(running(sandbox, postgresql, Shards((shard,), 3))))[0]
            for shard in range(3)
        ]
        async with asyncio.timeout(LONG_START):
            await asyncio.gather(*(bot.wait_until_ready() for bot in bots))
        assert used(sandbox) == 3


async def test_shards_of_one_process_begin_one_after_the_other(quick: Sandbox, sqlite: str) -> None:
    quick.gateway.recommended_shards = 3
    async with running(quick, sqlite) as (bot, _), asyncio.timeout(LONG_START):
        await bot.wait_until_ready()
        assert used(quick) == 3


async def test_a_large_bot_begins_as_many_at_once_as_discord_allows(
    quick: Sandbox, sqlite: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "SPACING", 60.0)
    quick.gateway.recommended_shards = quick.gateway.max_concurrency = 3
    async with running(quick, sqlite) as (bot, _), asyncio.timeout(PAUSES):
        await bot.wait_until_ready()
        assert used(quick) == 3


async def test_a_start_goes_on_when_the_database_can_not_give_a_turn(quick: Sandbox, postgresql: str) -> None:
    async with in_front_of(postgresql) as (proxy, address), running(quick, address) as (bot, _):
        async with asyncio.timeout(LONG_START):
            await bot.wait_until_ready()
        proxy.silence_all()
        quick.faults.invalidate_sessions(resumable=False)
        await eventually_identified(quick, 2, LONG_START)
        proxy.resume()


async def eventually_identified(sandbox: Sandbox, count: int, patience: float) -> None:
    async with asyncio.timeout(patience):
        while sandbox.gateway.identified < count:
            await asyncio.sleep(0.02)


async def said(bot: Gauntlet) -> str:
    assert bot.health is not None
    async with aiohttp.ClientSession() as session, session.get(f"{bot.health.address}/health") as answer:
        assert answer.status == 503
        return await answer.text()


async def test_the_last_sessions_of_a_day_are_kept(
    quick: Sandbox, sqlite: str, caplog: pytest.LogCaptureFixture
) -> None:
    quick.gateway.sessions_left = sessions.SPARE
    async with running(quick, sqlite, health=("127.0.0.1", 0)) as (bot, _):
        asked = len(quick.traffic.matching("GET", "/gateway/bot"))

        async def has_asked_again() -> bool:
            return len(quick.traffic.matching("GET", "/gateway/bot")) > asked + 2

        await eventually(has_asked_again)
        assert quick.gateway.sessions_left == sessions.SPARE
        assert f"only {sessions.SPARE} more sessions" in await said(bot)
        assert f"only {sessions.SPARE} more sessions" in caplog.text
        quick.gateway.sessions_left = STARTS_A_DAY
        async with asyncio.timeout(LONG_START):
            await bot.wait_until_ready()
        assert bot.gateway.waiting is None


@pytest.mark.parametrize(
    ("left", "waits"), [(sessions.LAST + 1, False), (sessions.LAST, True)], ids=["enough", "too few"]
)
async def test_a_bot_that_lost_its_session_may_take_what_a_start_leaves(
    evening: Evening, monkeypatch: pytest.MonkeyPatch, left: int, *, waits: bool
) -> None:
    monkeypatch.setattr(sessions, "LOOK_AGAIN", 0.05)
    gateway = evening.sandbox.gateway
    gateway.sessions_left = left
    evening.sandbox.faults.invalidate_sessions(resumable=False)

    async def has_decided() -> bool:
        return evening.bot.gateway.waiting is not None if waits else gateway.identified == 2

    await eventually(has_decided)
    assert gateway.sessions_left == (left if waits else left - 1)
    gateway.sessions_left = STARTS_A_DAY
    await eventually_identified(evening.sandbox, 2, LONG_START)


@pytest.mark.parametrize("signalled", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_waiting_at_once(
    sandbox: Sandbox, sqlite: str, tmp_path: Path, signalled: signal.Signals
) -> None:
    sandbox.gateway.sessions_left = 3
    env = clean_environment() | sandbox.environment | {"DATABASE_URL": sqlite, "LOG_LEVEL": "WARNING"}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot"), env=env, cwd=tmp_path, stderr=asyncio.subprocess.PIPE
    )
    try:
        assert process.stderr is not None
        async with asyncio.timeout(LONG_START):
            line = await process.stderr.readline()
        assert b"only 3 more sessions" in line
        process.send_signal(signalled)
        async with asyncio.timeout(PATIENCE):
            assert await process.wait() == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert sandbox.gateway.identified == 0


async def test_a_signal_ends_the_waiting_for_other_processes_too(
    sandbox: Sandbox, postgresql: str, tmp_path: Path
) -> None:
    env = clean_environment() | sandbox.environment | {"DATABASE_URL": postgresql}
    async with server_link(postgresql) as link:
        await link.execute(f"SELECT pg_advisory_lock({TURN}, 0)")

        async def waits() -> bool:
            query = "SELECT count(*) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND query = $1"
            return bool(await link.fetchval(query, TAKE_TURN))

        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot"), env=env, cwd=tmp_path, stderr=asyncio.subprocess.PIPE
        )
        try:
            async with asyncio.timeout(LONG_START):
                while not await waits():
                    await asyncio.sleep(0.02)
            process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(PATIENCE):
                assert await process.wait() == 0
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    assert sandbox.gateway.identified == 0
    assert process.stderr is not None
    assert b"Traceback" not in await process.stderr.read()


async def test_a_start_goes_on_when_discord_does_not_say_how_many_are_left(
    quick: Sandbox, sqlite: str
) -> None:
    """A process that is told its shards needs no other answer of that request."""
    quick.faults.answer(403, "GET /gateway/bot", times=2)
    async with running(quick, sqlite, Shards((0,), 1)) as (bot, _), asyncio.timeout(LONG_START):
        await bot.wait_until_ready()
