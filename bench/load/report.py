"""The plan and the outcome of a load run, and the report that is printed."""

from collections import Counter
from dataclasses import dataclass
from statistics import mean

from bench.load.gauges import Gauges
from bench.load.observations import LoadObservations, spread

CHECKED_ONE_IN = 10
"""One in so many request bodies of each route is checked against Discord's API description."""


@dataclass(frozen=True, slots=True)
class Plan:
    duels: int
    guilds: int
    rate: float
    """Picks per second."""
    seconds: float
    warm_up: float
    think: float
    """Seconds that people think, on average, before they may pick."""
    database: str
    settle: float = 2.5
    """Seconds after which all messages are up to date."""
    buckets: str = "none"
    latency: bool = False
    """What is asked of the sandbox; see `bench/rig/conditions.py`."""


@dataclass
class Outcome:
    plan: Plan
    observed: LoadObservations
    gauges: Gauges
    picks: int
    idle_memory: int
    """Bytes of memory of the bot when it knew all guilds and nobody played."""
    wrong: Counter[str]
    requests: Counter[str]
    """How many requests the bot made, by what became of them."""


def report(outcome: Outcome) -> str:
    plan, observed, gauges = outcome.plan, outcome.observed, outcome.gauges
    settled = mean(gauges.memory[len(gauges.memory) // 3 :])
    per_duel = (settled - outcome.idle_memory) / max(mean(gauges.live), 1)
    games = ", ".join(f"{count:,} {game}" for game, count in sorted(observed.finished.items()))
    lines = [
        f"{plan.duels:,} duels in {plan.guilds:,} guilds at {plan.rate:,.0f} picks a second for "
        f"{plan.seconds / 60:.1f} minutes, {plan.database}",
        f"live        {mean(gauges.live):,.0f} duels on average, {min(gauges.live):,} at least; "
        f"ended: {games}",
        f"picks       {outcome.picks:,} acknowledged, {outcome.picks / gauges.took:,.1f} a second; "
        f"of {len(observed.answers):,} presses and commands, "
        f"{len(observed.answers) / gauges.took:,.1f} a second",
        f"answers     {spread(observed.answers)}",
        f"reveals     {spread(observed.reveals)}",
        f"memory      {outcome.idle_memory / 2**20:,.0f} MiB before anybody played, "
        f"{settled / 2**20:,.0f} MiB during the run: {per_duel / 1024:,.1f} KiB a duel; "
        f"the last third took {gauges.growth:.3f} times the middle third",
        f"processor   bot {gauges.bot_cpu / gauges.took:.0%} of a core, "
        f"{gauges.bot_cpu / max(outcome.picks, 1) * 1e3:.2f} ms a pick; "
        f"sandbox and crowd {gauges.own_cpu / gauges.took:.0%}, "
        f"{gauges.own_cpu / max(outcome.picks, 1) * 1e3:.2f} ms a pick, "
        f"late by {gauges.lateness * 1e3:.0f} ms at most; "
        f"other machines on the same hardware {gauges.stolen:.1%}",
    ]
    answered = sum(outcome.requests.values())
    lines.append(
        f"requests    {answered:,} answered; of each route one body in {CHECKED_ONE_IN} was checked against "
        "Discord's API description"
    )
    if observed.idle:
        lines.append(f"not offered {observed.idle:,} picks were due when nobody had anything to pick")
    wrong = [f"  {count:,} {what}" for what, count in outcome.wrong.items()]
    return "\n".join([*lines, "wrong       " + ("nothing" if not wrong else ""), *wrong])
