"""PostgreSQL that stands still, comes late, or is asked to end the bot meanwhile."""

import asyncio
import os
import signal
import time

from bench.drill.outcome import Outcome
from bench.drill.play import Table, eventually, seated
from bench.rig import postgres
from bench.rig.postgres import Postgres

NOTICED = 8.0
"""Seconds in which /health has to say that the server is silent, and play has to go on when it is back."""
SILENCES = (3.0, 7.0)
END = 10.0
"""Seconds in which SIGTERM has to end the bot, whatever hangs."""
LATE = 6.0


async def part(seed: int) -> list[Outcome]:
    if postgres.missing() is not None:
        return []
    with postgres.running() as server:
        return [
            await _silences(server, seed),
            await _ended_in_silence(server, seed),
            await _late_server(server, seed),
        ]


async def _silences(server: Postgres, seed: int) -> Outcome:
    outcome = Outcome("silences of PostgreSQL")
    async with seated(server.make("silences"), seed) as table:
        table.play()
        for seconds in SILENCES:
            await table.until_picked(20)
            await _silence(server, table, seconds, outcome)
        table.observed.closing = True
        await asyncio.sleep(3)
    return outcome


async def _silence(server: Postgres, table: Table, seconds: float, outcome: Outcome) -> None:
    began = time.monotonic()
    server.freeze()
    try:
        noticed = await table.until_health_is(503, NOTICED)
        outcome.expect(noticed, f"/health said 200 for {NOTICED:.0f} s of silence")
        await asyncio.sleep(max(0.0, began + seconds - time.monotonic()))
    finally:
        server.thaw()
    outcome.expect(await table.until_picked(10, NOTICED), "play did not go on after a silence")
    outcome.expect(await table.until_health_is(200, NOTICED), "/health stayed at 503")


async def _ended_in_silence(server: Postgres, seed: int) -> Outcome:
    """SIGTERM while the server is silent and people press."""
    outcome = Outcome("bots ended while PostgreSQL is silent")
    address = server.make("ended")
    async with seated(address, seed) as table:
        table.play()
        await table.until_picked(10)
        server.freeze()
        try:
            await asyncio.sleep(1)
            os.kill(table.bot.pid, signal.SIGTERM)
            ended = await eventually(lambda: table.sandbox.status.state in {"stopped", "crashed"}, END)
            outcome.expect(ended, f"SIGTERM did not end the bot within {END:.0f} s")
        finally:
            server.thaw()
    return outcome


async def _late_server(server: Postgres, seed: int) -> Outcome:
    """A server that comes up a few seconds after the bot."""
    outcome = Outcome("starts before PostgreSQL is there")
    address = server.make("late")
    async with seated(address, seed) as table:
        await table.bot.stop()
        server.kill()
        starting = asyncio.create_task(table.bot.start())
        await asyncio.sleep(LATE)
        await asyncio.to_thread(server.start)
        try:
            await starting
        except (RuntimeError, TimeoutError):
            outcome.expect(False, "the bot did not wait for its server")  # noqa: FBT003
            return outcome
        table.play()
        outcome.expect(await table.until_picked(5), "nobody could play after a late start")
    return outcome
