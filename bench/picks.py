"""Measures how many picks per second the real bot takes, beside a bare bot that saves nothing.

It runs on SQLite, and on PostgreSQL if that is installed. Both make every commit durable.
"""

import asyncio
import os
import statistics
import sys
import time
from collections.abc import Mapping
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from bench.rig import postgres
from bench.rig.bot_under_test import TURNS, BotUnderTest, OpenDuel, running_bot
from bench.rig.compare import Ratio
from bot.ui.painting.announcer import BOARD_PAUSE

MANY = 500
FEW_TURNS = 3
"""Turns that are played of each match when many are played at once."""
ROUNDS = 5
MATCHES_ALONE = 8
"""Matches that are played one after the other when one press is in flight."""
WARM_UP = 50
SYNCS = 200


@dataclass
class Run:
    """What one burst of picks took."""

    rate: float
    latency: float
    cost: float
    """Microseconds of the bot's processor time per pick, with all edits."""
    edit_rates: dict[str, float]
    """Edits of panels and of boards per pick."""
    repeated: int = 0
    """Presses that had to be repeated because no answer came."""


Runs: TypeAlias = dict[str, list[Run]]
"""The runs of each bot, by its name."""
REAL = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
COLUMNS = "{:>9}  {:<11}{:>13}{:>14}  {:<18}{:<18}{:>15} µs{:>8} µs"


def report() -> str:
    missing = postgres.missing()
    with TemporaryDirectory(dir=os.environ.get("BENCH_DIR", ".")) as folder, ExitStack() as stack:
        addresses = {"sqlite": f"sqlite:///{Path(folder).resolve() / 'real.db'}"}
        if missing is None:
            addresses["postgresql"] = stack.enter_context(postgres.running(durable=True)).make("picks")
        alone, many, sync = asyncio.run(measure(Path(folder), addresses))
    lines = [
        "Picks: the real bot (checks, saves and shows them) beside a bare discord.py bot",
        COLUMNS.format(
            "in flight", "saved in", "real picks/s", "bare picks/s", "ratio", "null test", "CPU: real", "bare"
        ).replace(" µs", ""),
        *(_row(1, name, alone) for name in addresses),
        *(_row(MANY, name, many) for name in addresses),
        _latency(alone, sync),
        f"Edits per pick, the same for all bots: {_edits(alone)} at 1 in flight,",
        f"    {_edits(many)} at {MANY} in flight.",
        f"Median of {ROUNDS} alternating pairs [lowest-highest]; the null test is bare against bare.",
    ]
    if missing is not None:
        lines.append(f"PostgreSQL was left out: {missing}.")
    return "\n".join(lines)


def _row(in_flight: int, name: str, runs: Runs) -> str:
    real, bare = (statistics.median(run.rate for run in runs[bot]) for bot in (name, "bare"))
    cost, bare_cost = (statistics.median(run.cost for run in runs[bot]) for bot in (name, "bare"))
    return COLUMNS.format(
        in_flight,
        REAL[name],
        f"{real:,.0f}",
        f"{bare:,.0f}",
        str(_ratio(runs[name], runs["bare"])),
        str(_ratio(runs["null"], runs["bare"])),
        f"{cost:,.0f}",
        f"{bare_cost:,.0f}",
    )


def _ratio(work: list[Run], reference: list[Run]) -> Ratio:
    ratios = [one.rate / two.rate for one, two in zip(work, reference, strict=True)]
    return Ratio(statistics.median(ratios), min(ratios), max(ratios))


def _latency(runs: Runs, sync: float) -> str:
    real, bare = (statistics.median(run.latency for run in runs[name]) * 1e3 for name in ("sqlite", "bare"))
    own = real - sync * 1e3
    return (
        f"Latency at 1 in flight, SQLite: {real:.2f} ms, of which the disk's sync takes {sync * 1e3:.2f} ms; "
        f"bare {bare:.2f} ms: {own / bare:.2f} times without the sync"
    )


def _edits(runs: Runs) -> str:
    return ", ".join(f"{rate:.2f} {kind}s" for kind, rate in runs["sqlite"][-1].edit_rates.items())


async def measure(folder: Path, addresses: Mapping[str, str]) -> tuple[Runs, Runs, float]:
    """Measures all bots in turns, so that a noisy minute affects all of them.

    The real bot on SQLite comes first; the bare bots then make as many edits per pick as it did.
    """
    duels = 1 + WARM_UP + (ROUNDS + 1) * (MANY + MATCHES_ALONE)
    alone: Runs = {name: [] for name in (*addresses, "bare", "null")}
    many: Runs = {name: [] for name in alone}
    syncs = []
    async with AsyncExitStack() as stack:
        bots = {
            name: await stack.enter_async_context(
                running_bot(
                    "bot" if name in addresses else "bench.rig.bare_bot", name, addresses.get(name, ""), duels
                )
            )
            for name in alone
        }
        for number in range(ROUNDS + 1):
            for runs, in_flight in ((alone, 1), (many, MANY))[: 2 if number else 1]:
                edit_rates = {"panel": 0.5, "board": 0.5}
                for name in runs:
                    run = await burst(*bots[name], in_flight, edit_rates)
                    if name == "sqlite":
                        edit_rates = run.edit_rates
                    if number:
                        runs[name].append(run)
            syncs.append(sync_time(folder))
    return alone, many, statistics.median(syncs)


async def burst(
    bot: BotUnderTest, duels_left: list[OpenDuel], in_flight: int, edit_rates: dict[str, float]
) -> Run:
    """Plays duels that nobody has played yet. Their panels are opened before the measurement."""
    playing = [duels_left.pop() for _ in range(in_flight if in_flight > 1 else MATCHES_ALONE)]
    await asyncio.gather(*(_open(bot, playing[start::20]) for start in range(20)))
    await bot.until_quiet(0.2)
    bot.requests.counts.clear()
    bot.repeated = 0
    latencies: list[float] = []
    cpu, began = bot.cpu, time.perf_counter()
    if in_flight == 1:
        for duel in playing:
            await _play(bot, duel, TURNS, edit_rates, latencies)
    else:
        await asyncio.gather(*(_play(bot, duel, FEW_TURNS, edit_rates, latencies) for duel in playing))
    took = time.perf_counter() - began if in_flight > 1 else sum(latencies)
    await bot.until_quiet(BOARD_PAUSE + 0.2 if bot.is_real else 0.2)
    picks, counts = len(latencies), bot.requests.counts
    if not picks <= counts["answer"] <= picks + bot.repeated or set(counts) - {"answer", "panel", "board"}:
        raise RuntimeError(f"{bot.name} made wrong requests: {dict(counts)} for {picks} picks.")
    return Run(
        picks / took,
        statistics.median(latencies),
        (bot.cpu - cpu) / picks * 1e6,
        {kind: counts[kind] / picks for kind in ("panel", "board")},
        bot.repeated,
    )


async def _open(bot: BotUnderTest, duels_left: list[OpenDuel]) -> None:
    for duel in duels_left:
        await bot.open_panels(duel)


async def _play(
    bot: BotUnderTest, duel: OpenDuel, turns: int, edit_rates: dict[str, float], latencies: list[float]
) -> None:
    for turn in range(1, turns + 1):
        for seat in (0, 1) if turn % 2 else (1, 0):
            began = time.perf_counter()
            await bot.pick(duel, seat, turn, edit_rates)
            latencies.append(time.perf_counter() - began)


def sync_time(folder: Path) -> float:
    """The seconds that the disk needs to make one small write durable."""
    times = []
    with (folder / "sync").open("wb", buffering=0) as file:
        for _ in range(SYNCS):
            file.write(bytes(4096 + 24))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - began)
    return statistics.median(times)


if __name__ == "__main__":
    sys.stdout.write(report() + "\n")
