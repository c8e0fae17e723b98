"""Measures how many presses per second a bare discord.py bot answers through the sandbox."""

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from sandbox import Sandbox, World
from sandbox.messages.messages import Draft
from sandbox.people.client import Client
from sandbox.server.process import BotProcess

MODULE = "bench.rig.echo_bot"
IN_FLIGHT = (1, 50, 500)
PRESSES = 2_000
ROUNDS = 5
WARM_UP = 500


@dataclass(frozen=True)
class Run:
    """One burst of presses. Costs are microseconds of processor time per press."""

    presses_per_second: float
    bot_cost: float
    sandbox_cost: float


def report() -> str:
    runs = asyncio.run(measure())
    lines = [
        "Presses answered by a bare discord.py bot through the sandbox",
        "in flight   presses/s  (lowest–highest)   CPU per press: bot   sandbox",
    ]
    for in_flight, bursts in runs.items():
        rates = [burst.presses_per_second for burst in bursts]
        bot = statistics.median(burst.bot_cost for burst in bursts)
        sandbox = statistics.median(burst.sandbox_cost for burst in bursts)
        spread = f"({min(rates):,.0f}–{max(rates):,.0f})"
        speed = f"{in_flight:>9} {statistics.median(rates):>11,.0f} {spread:>17}"
        lines.append(f"{speed} {bot:>18,.0f} µs {sandbox:>6,.0f} µs")
    lines.append(f"Median of {ROUNDS} bursts of up to {PRESSES:,} presses.")
    return "\n".join(lines)


async def measure() -> dict[int, list[Run]]:
    """Measures all numbers in flight in turns, so that a noisy minute affects all of them."""
    async with Sandbox(World.of({"Bench": ["Ann"]})) as sandbox:
        bot = BotProcess(MODULE, sandbox.environment, sandbox.status)
        await bot.start()
        try:
            await ready(sandbox)
            await _burst(sandbox, bot, WARM_UP, 50)
            runs: dict[int, list[Run]] = {in_flight: [] for in_flight in IN_FLIGHT}
            for _ in range(ROUNDS):
                for in_flight in IN_FLIGHT:
                    presses = PRESSES if in_flight > 1 else PRESSES // 3
                    runs[in_flight].append(await _burst(sandbox, bot, presses, in_flight))
        finally:
            await bot.stop()
    return runs


async def _burst(sandbox: Sandbox, bot: BotProcess, presses: int, in_flight: int) -> Run:
    tickets = iter(range(presses))
    began, own, theirs = time.perf_counter(), time.process_time(), cpu_seconds(bot.pid)
    await asyncio.gather(*(_press(sandbox, tickets) for _ in range(in_flight)))
    took = time.perf_counter() - began
    return Run(
        presses / took,
        (cpu_seconds(bot.pid) - theirs) / presses * 1e6,
        (time.process_time() - own) / presses * 1e6,
    )


async def _press(sandbox: Sandbox, tickets: Iterator[int]) -> None:
    """Presses a button on a message of its own again and again, while there are tickets."""
    world = sandbox.world
    person = world.person("Ann")
    channel = next(iter(world.channels.values()))
    button = {"type": 2, "style": 1, "label": "Echo", "custom_id": "echo:1"}
    body = {"content": "Press me.", "components": [{"type": 1, "components": [button]}]}
    message = sandbox.platform.messages.create(Draft(channel, world.bot, body))
    client = Client(sandbox.platform, person)
    for _ in tickets:
        answer = client.press(message.id, "echo:1").answer
        if answer is None or await answer is None:
            raise RuntimeError("The bot did not answer a press in time.")
    sandbox.platform.messages.delete(message)


async def ready(sandbox: Sandbox) -> None:
    while True:
        if sandbox.status.state == "ready":
            return
        if sandbox.status.state == "crashed":
            raise RuntimeError("The bot has crashed.")
        await asyncio.sleep(0.02)


def cpu_seconds(pid: int) -> float:
    """User and system time that a process has used, in seconds."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
