"""Picks per second of the real bot, validated, saved and painted, beside a bare bot that saves nothing."""

import asyncio
import os
import statistics
import sys
import time
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.pairs import Ratio
from bench.tables import TURNS, Side, Table, side
from bot.ui.stage import BOARD_PAUSE

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


@dataclass
class Runs:
    real: list[Run] = field(default_factory=list)
    bare: list[Run] = field(default_factory=list)
    null: list[Run] = field(default_factory=list)


def report() -> str:
    with TemporaryDirectory(dir=os.environ.get("BENCH_DIR", ".")) as folder:
        alone, many, sync = asyncio.run(measure(folder))
    lines = [
        "Picks: the real bot (validated, saved with synchronous=FULL, painted) beside a bare discord.py bot",
        "in flight  real picks/s  bare picks/s  ratio             null test         CPU per pick: real  bare",
        _row(1, alone),
        _row(MANY, many),
        _latency(alone, sync),
        f"Paintings per pick, the same for both: {_paintings(alone)} at 1 in flight,",
        f"    {_paintings(many)} at {MANY} in flight.",
        f"Median of {ROUNDS} alternating pairs [lowest-highest]; the null test is bare against bare.",
    ]
    return "\n".join(lines)


def _row(in_flight: int, runs: Runs) -> str:
    real, bare = (statistics.median(run.rate for run in each) for each in (runs.real, runs.bare))
    cost, canned = (statistics.median(run.cost for run in each) for each in (runs.real, runs.bare))
    ratio = _ratio(runs.real, runs.bare)
    null = _ratio(runs.null, runs.bare)
    speeds = f"{in_flight:>9}{real:>14,.0f}{bare:>14,.0f}"
    return f"{speeds}  {ratio!s:<18}{null!s:<18}{cost:>15,.0f} µs{canned:>8,.0f} µs"


def _ratio(work: list[Run], reference: list[Run]) -> Ratio:
    ratios = [one.rate / two.rate for one, two in zip(work, reference, strict=True)]
    return Ratio(statistics.median(ratios), min(ratios), max(ratios))


def _latency(runs: Runs, sync: float) -> str:
    real, bare = (statistics.median(run.latency for run in each) * 1e3 for each in (runs.real, runs.bare))
    own = real - sync * 1e3
    return (
        f"Latency at 1 in flight: real {real:.2f} ms, of which the disk's sync takes {sync * 1e3:.2f} ms; "
        f"bare {bare:.2f} ms: {own / bare:.2f} times without the sync"
    )


def _paintings(runs: Runs) -> str:
    return ", ".join(f"{share:.2f} {kind}s" for kind, share in runs.real[-1].paintings.items())


async def measure(folder: str) -> tuple[Runs, Runs, float]:
    """Bursts alternate between the bots, so that a noisy minute hits them all."""
    seats = 1 + WARM_UP + (ROUNDS + 1) * (MANY + ALONE)
    async with AsyncExitStack() as stack:
        modules = {"real": "bot", "bare": "bench.bare_bot", "null": "bench.bare_bot"}
        sides = {
            name: await stack.enter_async_context(side(module, name, folder, seats))
            for name, module in modules.items()
        }
        alone, many, syncs = Runs(), Runs(), []
        for number in range(ROUNDS + 1):
            for runs, in_flight in ((alone, 1), (many, MANY))[: 2 if number else 1]:
                share = {"panel": 0.5, "board": 0.5}
                for name in ("real", "bare", "null"):
                    run = await _burst(*sides[name], in_flight, share)
                    if name == "real":
                        share = run.paintings
                    if number:
                        getattr(runs, name).append(run)
            syncs.append(sync_time(Path(folder)))
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
