"""Picks per second of the real bot, validated, saved and painted, beside a bare bot that saves nothing.

On SQLite, and on PostgreSQL where it is installed; both make every commit durable.
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
from bench.rig.pairs import Ratio
from bench.rig.rig import TURNS, Side, Table, side
from bot.ui.painting.announcer import BOARD_PAUSE

MANY = 500
SHORT = 3
"""Turns of a match that are played when many play at once."""
ROUNDS = 5
ALONE = 8
"""Matches played one after the other where one press is in flight."""
WARM_UP = 50
SYNCS = 200


@dataclass
class Run:
    rate: float
    latency: float
    cost: float
    """Microseconds of the bot's CPU per pick, painting included."""
    paintings: dict[str, float]


Runs: TypeAlias = dict[str, list[Run]]
"""By the name of the side."""
REAL = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}
COLUMNS = "{:>9}  {:<11}{:>13}{:>14}  {:<18}{:<18}{:>15} µs{:>8} µs"


def report() -> str:
    lack = postgres.missing()
    with TemporaryDirectory(dir=os.environ.get("BENCH_DIR", ".")) as folder, ExitStack() as stack:
        addresses = {"sqlite": f"sqlite:///{Path(folder).resolve() / 'real.db'}"}
        if lack is None:
            addresses["postgresql"] = stack.enter_context(postgres.running(durable=True)).make("picks")
        alone, many, sync = asyncio.run(measure(Path(folder), addresses))
    lines = [
        "Picks: the real bot (validated, saved durably, painted) beside a bare discord.py bot",
        COLUMNS.format(
            "in flight", "saved in", "real picks/s", "bare picks/s", "ratio", "null test", "CPU: real", "bare"
        ).replace(" µs", ""),
        *(_row(1, name, alone) for name in addresses),
        *(_row(MANY, name, many) for name in addresses),
        _latency(alone, sync),
        f"Paintings per pick, the same for all: {_paintings(alone)} at 1 in flight,",
        f"    {_paintings(many)} at {MANY} in flight.",
        f"Median of {ROUNDS} alternating pairs [lowest-highest]; the null test is bare against bare.",
    ]
    if lack is not None:
        lines.append(f"PostgreSQL was left out: {lack}.")
    return "\n".join(lines)


def _row(in_flight: int, name: str, runs: Runs) -> str:
    real, bare = (statistics.median(run.rate for run in runs[side]) for side in (name, "bare"))
    cost, canned = (statistics.median(run.cost for run in runs[side]) for side in (name, "bare"))
    return COLUMNS.format(
        in_flight,
        REAL[name],
        f"{real:,.0f}",
        f"{bare:,.0f}",
        str(_ratio(runs[name], runs["bare"])),
        str(_ratio(runs["null"], runs["bare"])),
        f"{cost:,.0f}",
        f"{canned:,.0f}",
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


def _paintings(runs: Runs) -> str:
    return ", ".join(f"{share:.2f} {kind}s" for kind, share in runs["sqlite"][-1].paintings.items())


async def measure(folder: Path, addresses: Mapping[str, str]) -> tuple[Runs, Runs, float]:
    """Bursts alternate between the bots, so that a noisy minute hits them all. The real one on SQLite comes
    first, and tells the bare ones how often to paint."""
    seats = 1 + WARM_UP + (ROUNDS + 1) * (MANY + ALONE)
    alone: Runs = {name: [] for name in (*addresses, "bare", "null")}
    many: Runs = {name: [] for name in alone}
    syncs = []
    async with AsyncExitStack() as stack:
        sides = {
            name: await stack.enter_async_context(
                side(
                    "bot" if name in addresses else "bench.rig.bare_bot", name, addresses.get(name, ""), seats
                )
            )
            for name in alone
        }
        for number in range(ROUNDS + 1):
            for runs, in_flight in ((alone, 1), (many, MANY))[: 2 if number else 1]:
                share = {"panel": 0.5, "board": 0.5}
                for name in runs:
                    run = await _burst(*sides[name], in_flight, share)
                    if name == "sqlite":
                        share = run.paintings
                    if number:
                        runs[name].append(run)
            syncs.append(sync_time(folder))
    return alone, many, statistics.median(syncs)


async def _burst(who: Side, tables: list[Table], in_flight: int, share: dict[str, float]) -> Run:
    """Fresh tables; hands are opened before the clock starts."""
    mine = [tables.pop() for _ in range(in_flight if in_flight > 1 else ALONE)]
    await asyncio.gather(*(_open(who, mine[start::20]) for start in range(20)))
    await who.quiet(0.2)
    who.tally.counts.clear()
    latencies: list[float] = []
    cpu, began = who.cpu, time.perf_counter()
    if in_flight == 1:
        for table in mine:
            await _play(who, table, TURNS, share, latencies)
    else:
        await asyncio.gather(*(_play(who, table, SHORT, share, latencies) for table in mine))
    took = time.perf_counter() - began if in_flight > 1 else sum(latencies)
    await who.quiet(BOARD_PAUSE + 0.2 if who.is_real else 0.2)
    picks, counts = len(latencies), who.tally.counts
    if counts["answer"] != picks or set(counts) - {"answer", "panel", "board"}:
        raise RuntimeError(f"{who.name} went wrong: {dict(counts)} for {picks} picks.")
    return Run(
        picks / took,
        statistics.median(latencies),
        (who.cpu - cpu) / picks * 1e6,
        {kind: counts[kind] / picks for kind in ("panel", "board")},
    )


async def _open(who: Side, tables: list[Table]) -> None:
    for table in tables:
        await who.open_hands(table)


async def _play(who: Side, table: Table, turns: int, share: dict[str, float], latencies: list[float]) -> None:
    for turn in range(1, turns + 1):
        for seat in (0, 1) if turn % 2 else (1, 0):
            began = time.perf_counter()
            await who.pick(table, seat, turn, share)
            latencies.append(time.perf_counter() - began)


def sync_time(folder: Path) -> float:
    """What the disk itself takes to make one small write durable, in seconds."""
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
