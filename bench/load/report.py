"""The plan and the outcome of a load run, and the report that is printed."""

from collections import Counter
from dataclasses import dataclass, field
from statistics import mean

from bench.load.gauges import Gauges
from bench.load.observations import LoadObservations, spread
from bench.load.requests import DISMISSED, LIMITED
from sandbox.server.latency import Latency
from sandbox.server.ratelimit import FIVE_IN_FIVE, Rate

GRANTED = 50
"""Requests a second that Discord grants a bot, besides its answers."""
CHECKED_ONE_IN = 10
"""One in so many request bodies of each route is checked against Discord's API description."""


@dataclass(frozen=True, slots=True)
class Discord:
    """How strict and how far away Discord is."""

    profile: Rate | None = FIVE_IN_FIVE
    """How many edits a channel takes; None: there are no limits at all."""
    latency: Latency | None = None

    def __str__(self) -> str:
        rate, far = self.profile, self.latency
        limits = f"{rate.limit} edits in {rate.per:.0f} s a channel" if rate else "no limits"
        way = f"{far.least * 1e3:.0f}–{far.most * 1e3:.0f} ms away" if far else "no latency"
        return f"{limits}, {way}"


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
    per_channel: int = 20
    """Duels in one channel."""
    discord: Discord = field(default_factory=Discord)
    processes: int = 1
    granted: int = GRANTED


@dataclass(frozen=True, slots=True)
class BareCost:
    """Milliseconds of processor time per pick."""

    before: float
    after: float

    def __str__(self) -> str:
        return f"bare bot    {self.before:.2f} ms a pick before, {self.after:.2f} after"


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
    bare: BareCost | None = None


def _limited(outcome: Outcome) -> int:
    return sum(count for what, count in outcome.requests.items() if what.endswith(LIMITED))


def _several(plan: Plan) -> str:
    return f", {plan.processes} processes" if plan.processes > 1 else ""


def report(outcome: Outcome) -> str:
    plan, observed, gauges = outcome.plan, outcome.observed, outcome.gauges
    settled = mean(gauges.memory[len(gauges.memory) // 3 :])
    per_duel = (settled - outcome.idle_memory) / max(mean(gauges.live), 1)
    games = ", ".join(f"{count:,} {game}" for game, count in sorted(observed.finished.items()))
    lines = [
        f"{plan.duels:,} duels in {plan.guilds:,} guilds at {plan.rate:,.0f} picks a second for "
        f"{plan.seconds / 60:.1f} minutes, {plan.database}{_several(plan)}",
        f"discord     {plan.discord}, {plan.per_channel} duels a channel",
        f"live        {mean(gauges.live):,.0f} duels on average, {min(gauges.live):,} at least; "
        f"ended: {games}",
        f"picks       {outcome.picks:,} acknowledged, {outcome.picks / gauges.took:,.1f} a second; "
        f"of {len(observed.answers):,} presses and commands, "
        f"{len(observed.answers) / gauges.took:,.1f} a second",
        f"answers     {spread(observed.answers)}",
        f"panels      {spread(observed.reveals)}",
        f"boards      {spread(observed.boards.turns)}; {observed.boards.stale:,} showed less than was known",
        f"ends        {spread(observed.boards.ends)}; {observed.boards.unshown:,} were never shown",
        f"memory      {outcome.idle_memory / 2**20:,.0f} MiB before anybody played, "
        f"{settled / 2**20:,.0f} MiB during the run: {per_duel / 1024:,.1f} KiB a duel; "
        f"the last third took {gauges.growth:.3f} times the middle third",
        f"processor   bot {gauges.bot_cpu / gauges.took:.1%} of a core, "
        f"{gauges.bot_cpu / max(outcome.picks, 1) * 1e3:.2f} ms a pick; "
        f"sandbox and crowd {gauges.own_cpu / gauges.took:.0%}, "
        f"{gauges.own_cpu / max(outcome.picks, 1) * 1e3:.2f} ms a pick, "
        f"late by {gauges.lateness * 1e3:.0f} ms at most",
    ]
    if outcome.bare is not None:
        lines.append(str(outcome.bare))
    answered = sum(outcome.requests.values())
    lines.append(
        f"requests    {answered:,} answered; of each route one body in {CHECKED_ONE_IN} was checked against "
        f"Discord's API description; {_limited(outcome):,} came too early for a limit, "
        f"{outcome.requests[DISMISSED]:,} for a panel that had just been dismissed"
    )
    if plan.processes > 1:
        shares = ", ".join(f"{share / gauges.took:.0%}" for share in gauges.shares)
        lines.append(f"processes   {shares} of a core")
    if observed.idle:
        lines.append(f"not offered {observed.idle:,} picks were due when nobody had anything to pick")
    wrong = [f"  {count:,} {what}" for what, count in outcome.wrong.items()]
    return "\n".join([*lines, "wrong       " + ("nothing" if not wrong else ""), *wrong])
