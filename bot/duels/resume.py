"""At the start: every challenge and duel of this process's guilds goes on where it was left."""

from bot.duels.deadlines import Deadlines
from bot.process.shards import Shards
from bot.storage.storage import Storage

MAYBE_NOT_SHOWN = 300.0
"""Seconds; a change this close to the last sign of life may have been saved, but not shown."""


async def resume(storage: Storage, deadlines: Deadlines, shards: Shards, opened: float) -> None:
    """Sets all alarms, and has everything painted again that may have been saved but not shown."""
    dues = await storage.open_duels()
    if not shards.keeps_all:
        dues = [due for due in dues if shards.keeps(due.guild)]
    last_seen = max([await storage.last_end(), *(due.touched for due in dues)])
    for due in dues:
        deadlines.resume(due, opened)
        if due.is_voted_on or due.touched > last_seen - MAYBE_NOT_SHOWN:
            deadlines.look_again(due.guild, due.duel, opened)
    deadlines.resumed()
    for guild, duel in await storage.untold():
        if shards.keeps(guild):
            deadlines.look_again(guild, duel, opened)
    for guild, duel in await storage.left_over_calls():
        if shards.keeps(guild):
            deadlines.tidy(guild, duel, opened)
