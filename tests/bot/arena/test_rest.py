"""Duels that nobody touches take next to no memory, and nothing of them is lost."""

import gc
import time
import tracemalloc
from dataclasses import replace

from bench.rig.bot_under_test import insert_duels, live_row
from bench.rig.manual_time import ManualTime
from bot.arena.cache import Cache
from bot.duels.duel import Duel, Status
from bot.duels.pace import MINUTE
from tests.support.arenas import ANN, BEN, GUILD, ArenaRig, open_rig

MANY = 2_000


def rest_twice(rig: ArenaRig) -> None:
    rig.arenas.rest()
    rig.arenas.rest()


async def test_a_duel_that_nobody_touches_is_dropped_and_comes_back_unchanged(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.pick(duel.id, ANN, "3", 1)
    before = await rig.arena.pick(duel.id, BEN, "5", 1)
    rest_twice(rig)
    assert rig.arenas.kept == 0
    assert await rig.arena.duel(duel.id) == before
    assert (await rig.arena.pick(duel.id, ANN, "4", 2)).match is not None
    assert rig.arenas.kept == 1


async def test_a_duel_that_is_touched_now_and_then_stays(rig: ArenaRig) -> None:
    duel = await rig.duel()
    for _ in range(3):
        rig.arenas.rest()
        await rig.arena.duel(duel.id)
    assert rig.arenas.kept == 1


async def test_the_deadline_of_a_duel_at_rest_is_kept(rig: ArenaRig) -> None:
    duel = await rig.duel()
    await rig.arena.pick(duel.id, ANN, "3", 1)
    rest_twice(rig)
    await rig.pass_time(MINUTE)
    assert (await rig.arena.duel(duel.id)).status is Status.VOID


async def test_a_duel_whose_players_were_not_told_of_it_is_not_dropped(rig: ArenaRig) -> None:
    challenge = await rig.challenge()
    rig.time.now += MINUTE
    duel = await rig.arena.accept(challenge.id, BEN, 77, until_called=True)
    rest_twice(rig)
    assert rig.arenas.kept == 1
    assert await rig.arena.duel(duel.id) == duel


async def test_a_duel_in_use_is_never_held_twice(rig: ArenaRig) -> None:
    duel = await rig.duel()

    async def load(_duel: int) -> Duel:
        return replace(duel)

    cache = Cache(load, rig.time.now)
    held = await cache.find(duel.id)
    cache.rest()
    cache.rest()
    assert len(cache) == 0
    assert await cache.find(duel.id) is held


async def test_after_a_start_no_duel_is_loaded_and_each_takes_little_memory(address: str) -> None:
    await insert_duels(address, [live_row(number, GUILD, 1, number, ANN, BEN) for number in range(1, MANY)])
    rig = await open_rig(address, ManualTime(time.time()))
    taken = await _memory_of_start(rig)
    await rig.close()
    assert rig.arenas.kept == 0
    assert taken / MANY < 600  # an alarm with its entries, and what the database needs


async def _memory_of_start(rig: ArenaRig) -> int:
    """Bytes that a further start leaves behind."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    await rig.open()
    gc.collect()
    taken = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return taken
