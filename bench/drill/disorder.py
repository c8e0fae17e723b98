"""The chaos run on both databases, as a part of the drill."""

from bench.chaos.run import Plan, run_plan
from bench.drill.outcome import Outcome
from bench.rig import postgres

SECONDS = 40.0


async def part(seed: int) -> list[Outcome]:
    kinds = ["sqlite", *([] if postgres.missing() else ["postgresql"])]
    return [await _on(kind, seed) for kind in kinds]


async def _on(kind: str, seed: int) -> Outcome:
    experiment, found = await run_plan(Plan(kind, seed, SECONDS))
    wrong = [f"{name}: {each}" for name, all_ in found.wrong.items() for each in all_]
    return Outcome(f"troubles of the chaos run, {kind}", sum(experiment.faults.values()), wrong)
