"""Runs the chaos test (python -m bench.chaos): people play while everything fails. Prints a report."""

import asyncio
import sys
from argparse import ArgumentParser
from collections import Counter
from pathlib import Path

from bench.chaos.checks.checker import Findings
from bench.chaos.experiment import Experiment
from bench.chaos.run import Plan, run_plan
from bench.rig import postgres
from bench.rig.rows import DATABASES


def main() -> int:
    arguments = _parser().parse_args()
    kinds = DATABASES if arguments.database == "both" else (arguments.database,)
    lack = postgres.missing()
    clean = True
    for kind in kinds:
        if kind == "postgresql" and lack:
            print(f"{lack}.")
            continue
        plan = Plan(kind, arguments.seed, arguments.minutes * 60 / len(kinds))
        experiment, found = asyncio.run(run_plan(plan))
        print(report(plan, experiment.faults, found), flush=True)
        clean = clean and found.is_clean
        if not found.is_clean:
            _keep_log(experiment, kind)
    return 0 if clean else 1


def report(plan: Plan, faults: Counter[str], found: Findings) -> str:
    played = ", ".join(f"{count} by {how}" for how, count in sorted(found.finished.items()))
    rows = [
        f"Chaos on {plan.database}, seed {plan.seed}, {plan.pairs * 2} people in {plan.guilds} servers",
        f"{sum(faults.values()):>7}  faults injected",
        *(f"{count:>15}  {name}" for name, count in sorted(faults.items())),
        f"{sum(found.finished.values()):>7}  matches finished ({played})",
        f"{found.acknowledged:>7}  picks acknowledged",
        *(f"{len(wrong):>7}  {name}" for name, wrong in found.wrong.items()),
        f"{found.apologies:>7}  apologies",
        f"{found.unanswered:>7}  presses that failed in the client",
        *(f"  {name}: {each}" for name, wrong in found.wrong.items() for each in wrong[:5]),
    ]
    return "\n".join(rows) + "\n"


def _keep_log(experiment: Experiment, kind: str) -> None:
    file = Path(f"chaos-{kind}.log")
    file.write_text("\n".join(experiment.bot.lines), encoding="utf-8")
    print(f"The bot's log was written to {file}.")


def _parser() -> ArgumentParser:
    parser = ArgumentParser("python -m bench.chaos", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="decides which troubles come, and when")
    parser.add_argument(
        "--minutes", type=float, default=4.0, help="how long there is trouble, on all databases together"
    )
    parser.add_argument("--database", choices=(*DATABASES, "both"), default="both")
    return parser


if __name__ == "__main__":
    sys.exit(main())
