"""How many processes there are, and which shards each of them runs."""

from collections.abc import Callable
from dataclasses import dataclass

from bot.process.shards import Shards

AUTO = 0
MOST = 32
"""More processes than that belong on several machines."""
SHARDS_PER_PROCESS = 4
"""A shard is a thousand servers. Where people play as much as in most servers, four of them take a third of a
core, which leaves room for a busy evening."""


@dataclass(frozen=True, slots=True)
class Advice:
    """What Discord says of the bot."""

    shards: int
    """How many it should have."""
    at_once: int
    """How many may connect at once; more than one only for very large bots."""


def parts_of(wanted: int, fixed: Shards | None, ask: Callable[[], Advice], cores: int) -> list[Shards]:
    """The shards of each process. `wanted` is a number or AUTO; `fixed` is what the host has set; Discord is
    asked for the rest."""
    if fixed is not None:
        return fixed.split(wanted or sensible(fixed.count, cores))
    advice = ask()
    processes = wanted or sensible(advice.shards, cores)
    return Shards.every(_count(processes, advice)).split(processes)


def sensible(shards: int, cores: int) -> int:
    """A small bot needs one process: each takes memory, and presses in direct messages a longer way."""
    return min(max(1, cores), -(-shards // SHARDS_PER_PROCESS), MOST)


def _count(processes: int, advice: Advice) -> int:
    """A multiple of the processes, so that all have equally many. Discord wants very large bots to have as
    many shards as it says, and there one more or less makes no difference."""
    if advice.at_once > 1 and advice.shards >= processes:
        return advice.shards
    return -(-advice.shards // processes) * processes
