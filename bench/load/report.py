"""What a load run was to do, what came of it, and how that reads."""

from collections import Counter
from dataclasses import dataclass
from statistics import mean

from bench.load.gauges import Gauges
from bench.load.observations import Notebook, spread

HELD_ONE_IN = 10
"""So many bodies of each route, one is held against Discord's description of it."""


@dataclass(frozen=True, slots=True)
class Plan:
    duels: int
    guilds: int
    rate: float
    """Picks a second."""
    seconds: float
    warm_up: float
    think: float
    """Seconds that people think at least, on average."""
    database: str
    settle: float = 2.5
    """Seconds; by then everything that was to be painted has been."""


@dataclass
class Outcome:
    plan: Plan
    notes: Notebook
    gauges: Gauges
    picks: int
    idle_memory: int
    """Of the bot, when it knew all guilds and nobody played."""
    wrong: Counter[str]
    requests: Counter[str]


def report(outcome: Outcome) -> str:
    plan, notes, gauges = outcome.plan, outcome.notes, outcome.gauges
    settled = mean(gauges.memory[len(gauges.memory) // 3 :])
    per_duel = (settled - outcome.idle_memory) / max(mean(gauges.live), 1)
    games = ", ".join(f"{count:,} {game}" for game, count in sorted(notes.finished.items()))
    lines = [
        f"{plan.duels:,} duels in {plan.guilds:,} guilds at {plan.rate:,.0f} picks a second for "
        f"{plan.seconds / 60:.1f} minutes, {plan.database}",
        f"live        {mean(gauges.live):,.0f} duels on average, {min(gauges.live):,} at least; "
        f"ended meanwhile: {games}",
        f"picks       {outcome.picks:,} acknowledged, {outcome.picks / gauges.took:,.1f} a second; "
        f"of {len(notes.answers):,} presses and commands, {len(notes.answers) / gauges.took:,.1f} a second",
        f"answers     {spread(notes.answers)}",
        f"reveals     {spread(notes.reveals)}",
        f"memory      {outcome.idle_memory / 2**20:,.0f} MiB before anybody played, "
        f"{settled / 2**20:,.0f} MiB then: {per_duel / 1024:,.1f} KiB a duel; "
        f"the last third {gauges.growth:.3f} of the middle third",
        f"processor   bot {gauges.bot_cpu / gauges.took:.0%} of a core, "
        f"{gauges.bot_cpu / max(outcome.picks, 1) * 1e3:.2f} ms a pick; "
        f"sandbox and crowd {gauges.own_cpu / gauges.took:.0%}, "
        f"{gauges.own_cpu / max(outcome.picks, 1) * 1e3:.2f} ms a pick, "
        f"late by {gauges.lateness * 1e3:.0f} ms at most; others on the same hardware {gauges.taken:.1%}",
    ]
    answered = sum(outcome.requests.values())
    lines.append(
        f"requests    {answered:,} answered; of each route one body in {HELD_ONE_IN} was held against "
        "Discord's description"
    )
    if notes.idle:
        lines.append(f"not offered {notes.idle:,} picks were due when nobody had anything to pick")
    wrong = [f"  {count:,} {what}" for what, count in outcome.wrong.items()]
    return "\n".join([*lines, "wrong       " + ("nothing" if not wrong else ""), *wrong])
