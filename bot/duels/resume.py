"""At the start: every challenge and duel of this process's guilds goes on where it was left."""

from itertools import compress

from bot.duels.deadlines import Deadlines
from bot.process.shards import Shards
from bot.storage.storage import Storage, Times

MAYBE_NOT_SHOWN = 300.0
"""Seconds; a change this close to the last sign of life may have been saved, but not shown."""


async def resume(storage: Storage, deadlines: Deadlines, shards: Shards, opened: float) -> None:
    """Sets all alarms, and has everything painted again that may have been saved but not shown."""
    times = _kept(await storage.times(), shards)
    maybe_not_shown = max([await storage.last_end(), *times.touched]) - MAYBE_NOT_SHOWN
    for due in await storage.open_duels(maybe_not_shown):
        if shards.keeps(due.guild):
            deadlines.resume(due, opened)
            if due.is_voted_on or due.touched > maybe_not_shown:
                deadlines.look_again(due.guild, due.duel, opened)
    deadlines.resume_begun(times, opened)
    for guild, duel in await storage.untold():
        if shards.keeps(guild):
            deadlines.look_again(guild, duel, opened)
    for guild, duel in await storage.left_over_calls():
        if shards.keeps(guild):
            deadlines.tidy(guild, duel, opened)


def _kept(times: Times, shards: Shards) -> Times:
    """Those of the guilds of this process."""
    if shards.keeps_all:
        return times
    kept = [shards.keeps(guild) for guild in times.guilds]
    return Times(*([*compress(column, kept)] for column in times))
