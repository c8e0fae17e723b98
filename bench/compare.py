"""Runs the bot of this checkout beside that of another one, alternating, and prints their ratios.

    python -m bench.compare ../other-checkout
    python -m bench.compare ../other-checkout --load --pairs 3

Each bot is a process of its own, started from its checkout, with a database that it has made itself. `--load`
also has each checkout run its own `bench.load`. The null test is the other checkout beside itself: a ratio
within its range means nothing.
"""

import asyncio
import re
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from bench.picks import LINE, MANY, Measured, alternate, duels_needed, figures
from bench.rig.bot_process import memory_of
from bench.rig.bot_under_test import running_bot
from bench.rig.rows import DATABASES, databases

HERE = Path(__file__).parents[1]
PAIRS = 7
NAMES = ("this", "other", "null")
"""The null test is a second bot of the other checkout."""
LOAD = ("--duels", "600", "--guilds", "60", "--rate", "120", "--minutes", "1", "--warm-up", "10")
ALONE = ("--limits", "none", "--latency", "none", "--no-bare")
"""Options with which a load run measures the bot alone."""
PER_PICK = re.compile(r"^processor +bot .*?([\d.]+) ms a pick", re.MULTILINE)


def main(arguments: Sequence[str] | None = None) -> int:
    options = _parser().parse_args(arguments)
    other = Path(options.other).resolve()
    if not (other / "bot" / "__main__.py").exists():
        print(f"{options.other} is no checkout of the bot.", file=sys.stderr)
        return 1
    print(LINE.format("", "this", "other", "this / other", "null test"), flush=True)
    for database in DATABASES if options.database == "both" else (options.database,):
        with databases(database, NAMES) as addresses:
            for line in asyncio.run(picks(database, addresses, other, options.pairs, options.in_flight)):
                print(line, flush=True)
        if options.load:
            print(load_runs(database, other, options.pairs), flush=True)
    print(f"Median of {options.pairs} alternating rounds [lowest-highest].")
    return 0


async def picks(
    database: str, addresses: dict[str, str], other: Path, rounds: int, many: int
) -> list[Measured]:
    async with AsyncExitStack() as stack:
        bots = {
            name: await stack.enter_async_context(
                running_bot("bot", name, addresses[name], duels_needed(rounds, many), folder)
            )
            for name, folder in zip(NAMES, (None, str(other), str(other)), strict=True)
        }
        found = [*figures(database, await alternate(bots, rounds, many))]
        memory = {name: [memory_of(bot.process.pid) / 2**20] for name, (bot, _) in bots.items()}
    return [*found, Measured(f"{database}, memory at the end", "MiB", memory)]


def load_runs(database: str, other: Path, rounds: int) -> Measured:
    values: dict[str, list[float]] = {name: [] for name in NAMES}
    for number in range(rounds):
        for name in NAMES if number % 2 == 0 else NAMES[::-1]:
            values[name].append(_load(HERE if name == "this" else other, database))
    return Measured(f"{database}, processor a pick, load", "ms", values)


def _load(checkout: Path, database: str) -> float:
    """Milliseconds of the bot's processor time per pick in the checkout's own load run."""
    command = [sys.executable, "-m", "bench.load", *LOAD, *ALONE, "--database", database]
    ran = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    found = PER_PICK.search(ran.stdout)
    if found is None:
        raise RuntimeError(f"The load run of {checkout.name} ended without a figure:\n{ran.stderr[-2000:]}")
    return float(found[1])


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.compare", description="Compare two checkouts of the bot.")
    parser.add_argument("other", help="the folder of the other checkout")
    parser.add_argument("--database", choices=(*DATABASES, "both"), default="both")
    parser.add_argument("--pairs", type=int, default=PAIRS, help="how many, of which the median counts")
    parser.add_argument("--in-flight", type=int, default=MANY, help="picks at once, beside one at a time")
    parser.add_argument("--load", action="store_true", help="also alternate one-minute load runs")
    return parser


if __name__ == "__main__":
    sys.exit(main())
