"""Runs the bot of this checkout beside that of another one, alternating, and prints their ratios.

    python -m bench.compare ../other-checkout
    python -m bench.compare ../other-checkout --load --rounds 3

Each bot is a process of its own, started from its checkout, with a database that it has made itself. `--load`
also has each checkout run its own `bench.load`. The null test is the other checkout beside itself: a ratio
within its range means nothing.
"""

import asyncio
import os
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterable, Sequence
from contextlib import AsyncExitStack, ExitStack
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from bench.load.gauges import memory_of
from bench.picks import MANY, MATCHES_ALONE, Run, burst
from bench.rig import postgres
from bench.rig.bot_under_test import BotUnderTest, OpenDuel, running_bot
from bench.rig.compare import Ratio

HERE = Path(__file__).parents[1]
ROUNDS = 7
NAMES = ("this", "other", "null")
"""The null test is a second bot of the other checkout."""
LOAD = ("--duels", "600", "--guilds", "60", "--rate", "120", "--minutes", "1", "--warm-up", "10")
ALONE = {"--latency": ("--limits", "none", "--latency", "none"), "--no-bare": ("--no-bare",)}
"""For a load run that measures the bot alone; older checkouts know no other, and not these options."""
PER_PICK = re.compile(r"^processor +bot .*?([\d.]+) ms a pick", re.MULTILINE)
LINE = "{:<34}{:>12}{:>12}   {:<18}{}"


@dataclass(frozen=True)
class Measured:
    """The same quantity of all three bots, round by round."""

    what: str
    unit: str
    values: dict[str, list[float]]

    def __str__(self) -> str:
        this, other = (f"{median(self.values[name]):,.2f} {self.unit}" for name in NAMES[:2])
        return LINE.format(self.what, this, other, str(self._beside("this")), self._beside("null"))

    def _beside(self, name: str) -> Ratio:
        ratios = [one / two for one, two in zip(self.values[name], self.values["other"], strict=True)]
        return Ratio(median(ratios), min(ratios), max(ratios))


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    other = Path(options.other).resolve()
    if not (other / "bot" / "__main__.py").exists():
        print(f"{options.other} is no checkout of the bot.", file=sys.stderr)
        return 1
    print(LINE.format("", "this", "other", "this / other", "null test"), flush=True)
    for database in options.databases.split(","):
        for line in measure(database, other, options.rounds, options.in_flight, load=options.load):
            print(line, flush=True)
    print(f"Median of {options.rounds} alternating rounds [lowest-highest].")
    return 0


def measure(database: str, other: Path, rounds: int, many: int, *, load: bool) -> Iterable[object]:
    """Lines of the table."""
    with TemporaryDirectory(dir=os.environ.get("BENCH_DIR", ".")) as folder, ExitStack() as stack:
        if database == "sqlite":
            addresses = {name: f"sqlite:///{Path(folder).resolve() / name}.db" for name in NAMES}
        else:
            server = stack.enter_context(postgres.running(durable=True))
            addresses = {name: server.make(name) for name in NAMES}
        yield from asyncio.run(picks(database, addresses, other, rounds, many))
    if load:
        yield load_runs(database, other, rounds)


async def picks(
    database: str, addresses: dict[str, str], other: Path, rounds: int, many: int
) -> list[object]:
    duels = 1 + (rounds + 1) * (many + MATCHES_ALONE)
    runs: dict[int, dict[str, list[Run]]] = {each: {name: [] for name in NAMES} for each in (1, many)}
    memory: dict[str, list[float]] = {}
    async with AsyncExitStack() as stack:
        bots: dict[str, tuple[BotUnderTest, list[OpenDuel]]] = {}
        for name in NAMES:
            folder = None if name == "this" else str(other)
            running = running_bot("bot", name, addresses[name], duels, folder)
            bots[name] = await stack.enter_async_context(running)
        for number in range(rounds + 1):
            for in_flight, by_name in runs.items():
                for name in _in_turn(number):
                    run = await burst(*bots[name], in_flight, {})
                    if number:
                        by_name[name].append(run)
        memory = {name: [memory_of(bots[name][0].process.pid) / 2**20] for name in NAMES}
    measured = Measured(f"{database}, memory at the end", "MiB", memory)
    return [*_picks_measured(database, runs), measured, *_repeated(database, runs[many])]


def _repeated(database: str, runs: dict[str, list[Run]]) -> Iterable[str]:
    """A line about presses that got no answer, if there were any. Their time counts from the first try."""
    counts = {name: sum(run.repeated for run in each) for name, each in runs.items()}
    if any(counts.values()):
        yield f"{database}, presses repeated: " + ", ".join(f"{name} {n:,}" for name, n in counts.items())


def _in_turn(number: int) -> tuple[str, ...]:
    return NAMES if number % 2 else NAMES[::-1]


def _picks_measured(database: str, runs: dict[int, dict[str, list[Run]]]) -> Iterable[Measured]:
    quantities: dict[str, tuple[str, Callable[[Run], float]]] = {
        "processor a pick": ("µs", lambda run: run.cost),
        "time to an answer": ("ms", lambda run: 1000 * run.latency),
        "edits a pick": ("", lambda run: sum(run.edit_rates.values())),
    }
    for in_flight, by_name in runs.items():
        for what, (unit, value) in quantities.items():
            values = {name: [*map(value, each)] for name, each in by_name.items()}
            yield Measured(f"{database}, {what}, {in_flight} in flight", unit, values)


def load_runs(database: str, other: Path, rounds: int) -> Measured:
    values: dict[str, list[float]] = {name: [] for name in NAMES}
    for number in range(1, rounds + 1):
        for name in _in_turn(number):
            values[name].append(_load(HERE if name == "this" else other, database))
    return Measured(f"{database}, processor a pick, load", "ms", values)


def _load(checkout: Path, database: str) -> float:
    """Milliseconds of the bot's processor time per pick in the checkout's own load run."""
    command = [sys.executable, "-m", "bench.load"]
    knows = subprocess.run([*command, "--help"], cwd=checkout, capture_output=True, text=True, check=True)
    alone = [each for option, given in ALONE.items() if option in knows.stdout for each in given]
    ran = subprocess.run(
        [*command, *LOAD, *alone, "--database", database],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    found = PER_PICK.search(ran.stdout)
    if found is None:
        raise RuntimeError(f"The load run of {checkout.name} ended without a figure:\n{ran.stderr[-2000:]}")
    return float(found[1])


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.compare", description="Compare two checkouts of the bot.")
    parser.add_argument("other", help="the folder of the other checkout")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    parser.add_argument("--in-flight", type=int, default=MANY, help="presses at once, beside one at a time")
    parser.add_argument("--databases", default="sqlite,postgresql", help="sqlite, postgresql or both")
    parser.add_argument("--load", action="store_true", help="also alternate one-minute load runs")
    return parser


if __name__ == "__main__":
    sys.exit(main())
