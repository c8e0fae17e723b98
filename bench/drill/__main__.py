"""Runs the drill (python -m bench.drill): prints one table, in which the right column should be zeros."""

import asyncio
import sys
import time
from argparse import ArgumentParser, ArgumentTypeError

from bench.chaos.run import Plan, run_plan
from bench.drill import copies, crowds, files, instances, servers, settings
from bench.drill.outcome import Outcome, Part
from bench.rig import postgres

SECONDS_OF_DISORDER = 40.0


async def disorder(seed: int) -> list[Outcome]:
    """The chaos run on both databases."""
    kinds = ["sqlite", *([] if postgres.missing() else ["postgresql"])]
    return [await _disorder_on(kind, seed) for kind in kinds]


async def _disorder_on(kind: str, seed: int) -> Outcome:
    experiment, found = await run_plan(Plan(kind, seed, SECONDS_OF_DISORDER))
    wrong = [f"{name}: {each}" for name, all_ in found.wrong.items() for each in all_]
    return Outcome(f"troubles of the chaos run, {kind}", sum(experiment.faults.values()), wrong)


PARTS: dict[str, Part] = {
    "copies": copies.part,
    "instances": instances.part,
    "files": files.part,
    "servers": servers.part,
    "crowds": crowds.part,
    "settings": settings.part,
    "disorder": disorder,
}


def main() -> int:
    arguments = _parser().parse_args()
    began = time.monotonic()
    outcomes = [
        outcome
        for name in arguments.parts or PARTS
        for outcome in asyncio.run(_announced(name, arguments.seed))
    ]
    print(f"Drill, seed {arguments.seed}, {time.monotonic() - began:.0f} seconds\n")
    print(table(outcomes))
    return 1 if any(outcome.wrong for outcome in outcomes) else 0


async def _announced(name: str, seed: int) -> list[Outcome]:
    print(f"{name} …", file=sys.stderr, flush=True)
    return await PARTS[name](seed)


def table(outcomes: list[Outcome]) -> str:
    width = max(len(outcome.name) for outcome in outcomes)
    rows = [f"| {'what was done':<{width}} | times | wrong |", f"|{'-' * (width + 2)}|------:|------:|"]
    rows += [f"| {each.name:<{width}} | {each.tried:>5,} | {len(each.wrong):>5,} |" for each in outcomes]
    details = [f"{each.name}: {wrong}" for each in outcomes for wrong in each.wrong[:5]]
    return "\n".join((*rows, *(["", *details] if details else [])))


def _part(name: str) -> str:
    if name not in PARTS:
        raise ArgumentTypeError(f"there is no part {name!r}")
    return name


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.drill", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", type=_part, help=f"some of {', '.join(PARTS)}; all if none is named"
    )
    parser.add_argument("--seed", type=int, default=1, help="decides every choice that is left to chance")
    return parser


if __name__ == "__main__":
    sys.exit(main())
