"""Measures what a pick costs the real bot, and how long its answer takes, beside a bare bot that saves none.

    python -m bench.picks
    python -m bench.picks --database postgresql --pairs 3

Picks are made one at a time, and five hundred at once. Every commit is durable. In a pair the bots are
measured one after the other, so that a noisy minute affects them alike. The null test is the bare bot beside
itself: a ratio within its range means nothing.
"""

import asyncio
import os
import statistics
import sys
import time
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import TypeAlias

from bench.rig import postgres
from bench.rig.bot_under_test import TURNS, BotUnderTest, OpenDuel, running_bot
from bench.rig.rows import DATABASES, databases
from bot.ui.painting.announcer import BOARD_PAUSE

MANY = 500
FEW_TURNS = 3
"""Turns that are played of each match when many are played at once."""
PAIRS = 5
MATCHES_ALONE = 20
"""Matches that are played one after the other when one press is in flight."""
SYNCS = 200
BARE = "bench.rig.bare_bot"
LINE = "{:<44}{:>12}{:>12}   {:<18}{}"


@dataclass
class Run:
    """What one burst of picks took."""

    latency: float
    """Seconds to the answer, in the median."""
    cost: float
    """Microseconds of the bot's processor time per pick, with all edits."""
    edit_rates: dict[str, float]
    """Edits of panels and of boards per pick."""


QUANTITIES: dict[tuple[str, str], Callable[[Run], float]] = {
    ("processor a pick", "µs"): lambda run: run.cost,
    ("median answer", "ms"): lambda run: 1000 * run.latency,
    ("edits a pick", ""): lambda run: sum(run.edit_rates.values()),
}
Bots: TypeAlias = Mapping[str, tuple[BotUnderTest, list[OpenDuel]]]
"""Running bots by their names, with their duels that nobody has played yet."""
Runs: TypeAlias = dict[str, list[Run]]
"""The runs of each bot, by its name."""


@dataclass(frozen=True)
class Measured:
    """The same quantity of three bots, round by round: the one that is looked at, its reference, and a second
    one of the reference's kind for the null test."""

    what: str
    unit: str
    values: dict[str, list[float]]

    def __str__(self) -> str:
        work, reference, null = self.values.values()
        middle = (f"{statistics.median(each):,.2f} {self.unit}" for each in (work, reference))
        return LINE.format(self.what, *middle, _ratio(work, reference), _ratio(null, reference))


def _ratio(work: Sequence[float], reference: Sequence[float]) -> str:
    ratios = [one / two for one, two in zip(work, reference, strict=True)]
    return f"{statistics.median(ratios):.2f} [{min(ratios):.2f}-{max(ratios):.2f}]"


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    print(LINE.format("", "real", "bare", "real / bare", "null test"), flush=True)
    for database in DATABASES if options.database == "both" else (options.database,):
        if database == "postgresql" and (lack := postgres.missing()):
            print(f"{lack}.")
            continue
        with databases(database, ["real"]) as addresses:
            for line in asyncio.run(measure(database, addresses["real"], options.pairs, options.in_flight)):
                print(line, flush=True)
    print(f"Median of {options.pairs} alternating pairs [lowest-highest].")
    print(f"One sync of the disk takes {_sync():.2f} ms; the bare bot makes none.")
    return 0


async def measure(database: str, address: str, pairs: int, many: int) -> list[Measured]:
    async with AsyncExitStack() as stack:
        bots = {
            name: await stack.enter_async_context(
                running_bot(module, name, address, duels_needed(pairs, many))
            )
            for name, module in (("real", "bot"), ("bare", BARE), ("null", BARE))
        }
        return [*figures(database, await alternate(bots, pairs, many))]


def duels_needed(rounds: int, many: int) -> int:
    """The first duel is painted when the bot starts, and is not played."""
    return 1 + (rounds + 1) * (many + MATCHES_ALONE)


async def alternate(bots: Bots, rounds: int, many: int) -> dict[int, Runs]:
    """Measures all bots in turns, by how many picks are in flight. The first round only warms them up. Bare
    bots make as many edits per pick as the real bot did before."""
    found: dict[int, Runs] = {in_flight: {name: [] for name in bots} for in_flight in (1, many)}
    edit_rates = {in_flight: {"panel": 0.5, "board": 0.5} for in_flight in found}
    for number in range(rounds + 1):
        for in_flight, runs in found.items():
            for name in [*bots] if number % 2 == 0 else [*bots][::-1]:
                run = await burst(*bots[name], in_flight, edit_rates[in_flight])
                if bots[name][0].is_real:
                    edit_rates[in_flight] = run.edit_rates
                if number:
                    runs[name].append(run)
    return found


def figures(database: str, found: Mapping[int, Runs]) -> Iterator[Measured]:
    for in_flight, runs in found.items():
        for (what, unit), value in QUANTITIES.items():
            values = {name: [value(run) for run in each] for name, each in runs.items()}
            yield Measured(f"{database}, {what}, {in_flight} in flight", unit, values)


async def burst(
    bot: BotUnderTest, duels_left: list[OpenDuel], in_flight: int, edit_rates: Mapping[str, float]
) -> Run:
    """Plays duels that nobody has played yet. Their panels are opened before the measurement."""
    playing = [duels_left.pop() for _ in range(in_flight if in_flight > 1 else MATCHES_ALONE)]
    await asyncio.gather(*(_open(bot, playing[start::20]) for start in range(20)))
    await bot.until_quiet(0.2)
    bot.requests.counts.clear()
    latencies: list[float] = []
    cpu = bot.cpu
    if in_flight == 1:
        for duel in playing:
            await _play(bot, duel, TURNS, edit_rates, latencies)
    else:
        await asyncio.gather(*(_play(bot, duel, FEW_TURNS, edit_rates, latencies) for duel in playing))
    await bot.until_quiet(BOARD_PAUSE + 0.2 if bot.is_real else 0.2)
    picks, counts = len(latencies), bot.requests.counts
    if counts["answer"] != picks or set(counts) - {"answer", "panel", "board"}:
        raise RuntimeError(f"{bot.name} made wrong requests: {dict(counts)} for {picks} picks.")
    edits = {kind: counts[kind] / picks for kind in ("panel", "board")}
    return Run(statistics.median(latencies), (bot.cpu - cpu) / picks * 1e6, edits)


async def _open(bot: BotUnderTest, duels_left: list[OpenDuel]) -> None:
    for duel in duels_left:
        await bot.open_panels(duel)


async def _play(
    bot: BotUnderTest, duel: OpenDuel, turns: int, edit_rates: Mapping[str, float], latencies: list[float]
) -> None:
    for turn in range(1, turns + 1):
        for seat in (0, 1) if turn % 2 else (1, 0):
            began = time.perf_counter()
            await bot.pick(duel, seat, turn, edit_rates)
            latencies.append(time.perf_counter() - began)


def _sync() -> float:
    """The milliseconds that the disk needs to make one small write durable."""
    times = []
    with TemporaryFile(dir=os.environ.get("BENCH_DIR", "."), buffering=0) as file:
        for _ in range(SYNCS):
            file.write(bytes(4096 + 24))
            began = time.perf_counter()
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - began)
    return 1000 * statistics.median(times)


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.picks", description="Measure a pick beside a bare bot's.")
    parser.add_argument("--database", choices=(*DATABASES, "both"), default="both")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="how many, of which the median counts")
    parser.add_argument("--in-flight", type=int, default=MANY, help="picks at once, beside one at a time")
    return parser


if __name__ == "__main__":
    sys.exit(main())
