"""Makes trouble in a random order while people play, and then lets all duels end."""

import asyncio

from bench.chaos.experiment import Experiment
from bench.chaos.troubles import discord, machine
from bench.rig.rows import rows

LONG_ENOUGH = 1000.0
"""Seconds after which the time of every turn and every challenge is up."""
PATIENCE = 20
"""Seconds in which all duels have to end then."""


async def run(experiment: Experiment, seconds: float, calm: tuple[float, float], last_round: float) -> None:
    """Makes trouble for `seconds`, each kind about equally often and at least once."""
    playing = [asyncio.create_task(p.play(experiment.bot)) for pair in experiment.pairs for p in pair.players]
    try:
        await _make_trouble(experiment, seconds, calm)
        await _settle(experiment, playing, last_round)
    finally:
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)


async def _make_trouble(experiment: Experiment, seconds: float, calm: tuple[float, float]) -> None:
    known = discord.TROUBLES | machine.possible_troubles(experiment)
    loop = asyncio.get_running_loop()
    end = loop.time() + seconds
    while True:
        order = list(known.items())
        experiment.random.shuffle(order)
        for name, trouble in order:
            await asyncio.sleep(experiment.random.uniform(*calm))
            if not experiment.bot.is_up:
                await experiment.start_bot()
            await trouble(experiment)
            experiment.faults[name] += 1
        if loop.time() > end:
            return


async def _settle(experiment: Experiment, playing: list["asyncio.Task[None]"], last_round: float) -> None:
    """Ends all troubles and all duels, and starts the bot once more so that every board shows its end.

    Duels that people do not finish run out of time.
    """
    await _end_troubles(experiment)
    experiment.observed.closing = True
    _, late = await asyncio.wait(playing, timeout=last_round)
    for task in late:
        task.cancel()
    await asyncio.gather(*late, return_exceptions=True)
    await _let_time_run_out(experiment)
    await experiment.bot.stop()
    await experiment.start_bot()


async def _end_troubles(experiment: Experiment) -> None:
    experiment.sandbox.faults.clear()
    experiment.sandbox.faults.refuse_resume(refuse=False)
    delivery = experiment.sandbox.gateway.delivery
    delivery.repeats = delivery.holds = 0
    if not experiment.bot.is_up:
        await experiment.start_bot()


async def _let_time_run_out(experiment: Experiment) -> None:
    """Moves the clock forward until no duel is open."""
    query = "SELECT count(*) FROM duels WHERE status IN ('challenge', 'live')"
    for _ in range(PATIENCE):
        if await rows(experiment.address, query) == [(0,)]:
            return
        experiment.clock.jump(LONG_ENOUGH)
        await asyncio.sleep(1)
