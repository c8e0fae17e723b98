"""What a pick costs a bare bot, before and after a load run: a slow hour of the machine shows there."""

from dataclasses import dataclass
from statistics import median

from bench.picks import burst
from bench.rig.bot_under_test import running_bot

IN_FLIGHT, BURSTS = 100, 3
EDIT_RATES = {"panel": 0.5, "board": 0.2}
"""Edits per pick, about as many as the real bot makes."""


@dataclass(frozen=True, slots=True)
class BareCost:
    """Milliseconds of processor time per pick."""

    before: float
    after: float

    def __str__(self) -> str:
        return f"bare bot    {self.before:.2f} ms a pick before, {self.after:.2f} after"


async def bare_cost() -> float:
    """Milliseconds of a bare bot's processor time per pick, median of some bursts. The first one warms up."""
    duels = (BURSTS + 1) * IN_FLIGHT
    async with running_bot("bench.rig.bare_bot", "bare", "", duels) as (bot, duels_left):
        runs = [await burst(bot, duels_left, IN_FLIGHT, EDIT_RATES) for _ in range(BURSTS + 1)]
    return median(run.cost for run in runs[1:]) / 1000
