"""At the start: every challenge and duel of this process's guilds goes on where it was left."""

from array import array
from itertools import compress

from bot.arena.deadlines import Deadlines
from bot.process.shards import Shards
from bot.storage.storage import Storage, Times

MAYBE_NOT_SHOWN = 300.0
"""Seconds; a change this close to the last sign of life may have been saved, but not shown."""
SETTLED = 5.0
"""Seconds from the start until the bot has connected, as a rule, and has time for what is not urgent."""


async def resume(storage: Storage, deadlines: Deadlines, shards: Shards, opened: float) -> None:
    """Sets all alarms, and has everything painted again that may have been saved but not shown."""
    last_touched = await storage.last_touched(None if shards.keeps_all else shards.keeps)
    maybe_not_shown = max(await storage.last_end(), last_touched) - MAYBE_NOT_SHOWN
    for due in await storage.open_duels(maybe_not_shown):
        if shards.keeps(due.guild):
            deadlines.resume(due, opened)
            if due.is_voted_on or due.touched > maybe_not_shown:
                deadlines.repaint(due.guild, due.duel, opened)
    deadlines.later(opened + SETTLED, _resume_begun, storage, deadlines, shards, opened)
    for guild, duel in await storage.untold():
        if shards.keeps(guild):
            deadlines.repaint(guild, duel, opened)
    for guild, duel in await storage.left_over_calls():
        if shards.keeps(guild):
            deadlines.tidy(guild, duel, opened)


async def _resume_begun(storage: Storage, deadlines: Deadlines, shards: Shards, opened: float) -> None:
    """The deadlines of live duels are further away than that, and there can be very many."""
    times = await storage.times()
    if not shards.keeps_all:
        kept = [shards.keeps(guild) for guild in times.guilds]
        times = Times(*(array("q", compress(column, kept)) for column in times))
    await deadlines.resume_begun(times, opened)
