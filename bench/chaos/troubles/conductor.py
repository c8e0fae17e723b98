"""Deals out troubles, seeded, while people play; then lets everything come to rest."""

import asyncio

from bench.chaos.scene import Scene
from bench.chaos.troubles import machine, network, removals
from bench.rig.rows import rows

LONG_ENOUGH = 1000.0
"""Seconds; after them every turn and every challenge has run out."""
PATIENCE = 20
"""Seconds for them to do so."""


async def run(scene: Scene, seconds: float, calm: tuple[float, float], last_round: float) -> None:
    """Troubles for so long, each kind about equally often and every kind at least once."""
    playing = [asyncio.create_task(p.play(scene.bot)) for pair in scene.pairs for p in pair.players]
    try:
        await _trouble(scene, seconds, calm)
        await _settle(scene, playing, last_round)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def _trouble(scene: Scene, seconds: float, calm: tuple[float, float]) -> None:
    known = network.TROUBLES | removals.TROUBLES | machine.troubles_of(scene)
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while True:
        deck = list(known.items())
        scene.random.shuffle(deck)
        for name, trouble in deck:
            await asyncio.sleep(scene.random.uniform(*calm))
            if not scene.bot.is_up:
                await scene.bring_up()
            await trouble(scene)
            scene.faults[name] += 1
        if loop.time() > end:
            return


async def _settle(scene: Scene, playing: list["asyncio.Task[None]"], last_round: float) -> None:
    """Nothing fails any more: duels are played to their end, what is left runs out of time, and a bot that
    was started once more has shown how everything ended."""
    await _heal(scene)
    scene.notes.closing = True
    _, late = await asyncio.wait(playing, timeout=last_round)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    await _run_out(scene)
    await scene.bot.stop()
    await scene.bring_up()


async def _heal(scene: Scene) -> None:
    scene.sandbox.faults.clear()
    scene.sandbox.faults.refuse_resume(refuse=False)
    delivery = scene.sandbox.gateway.delivery
    delivery.repeats = delivery.holds = 0
    if not scene.bot.is_up:
        await scene.bring_up()


async def _run_out(scene: Scene) -> None:
    """Until no duel is open."""
    query = "SELECT count(*) FROM duels WHERE status IN ('challenge', 'live')"
    for _ in range(PATIENCE):
        if await rows(scene.address, query) == [(0,)]:
            return
        scene.clock.jump(LONG_ENOUGH)
        await asyncio.sleep(1)
