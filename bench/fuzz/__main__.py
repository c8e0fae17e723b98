"""python -m bench.fuzz: its outcome is 0 when there was nothing but refusals."""

import asyncio
import logging
import sys
from argparse import ArgumentParser
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.fuzz.run import fuzz
from sandbox.interactions import interactions

EVERY = 5_000


def main() -> int:
    parser = ArgumentParser("python -m bench.fuzz", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--database", help="an address of an empty database; an SQLite file if left out")
    asked = parser.parse_args()
    logging.basicConfig(level=logging.CRITICAL)
    interactions.ACKNOWLEDGE_WITHIN = (
        60.0  # on a busy machine answers come late, and that is not the question
    )
    with TemporaryDirectory() as folder:
        address = asked.database or f"sqlite:///{Path(folder) / 'fuzz.db'}"
        report = asyncio.run(fuzz(asked.seed, asked.count, address, _tell))
    print(report)
    return 1 if report.troubles else 0


def _tell(sent: int) -> None:
    if sent % EVERY == 0:
        print(f"{sent:,} sent", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
