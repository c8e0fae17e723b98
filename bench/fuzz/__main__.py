"""Sends forged interactions to the bot (python -m bench.fuzz). The exit code is 0 if it refused them all."""

import asyncio
import logging
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.fuzz.run import fuzz
from sandbox.interactions import interactions

PRINT_EVERY = 5_000


def main() -> int:
    parser = ArgumentParser("python -m bench.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--database", help="address of an empty database; default: a temporary SQLite file")
    options = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)
    interactions.ACKNOWLEDGE_WITHIN = 60.0  # late answers on a slow machine are not what is tested
    with TemporaryDirectory() as folder:
        address = options.database or f"sqlite:///{Path(folder) / 'fuzz.db'}"
        report = asyncio.run(fuzz(options.seed, options.count, address, _print_progress))
    print(report)
    return 1 if report.problems else 0


def _print_progress(sent: int) -> None:
    if sent % PRINT_EVERY == 0:
        print(f"{sent:,} sent", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
